import { highlightWords } from '../text/history';

/** A sentence of ours; text between backticks is rendered as code. All of it is plain text. */
export function InlineCode({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((part, index, parts) => {
        const isCode = index % 2 === 1 && index < parts.length - 1;
        return isCode ? <code key={index}>{part}</code> : part;
      })}
    </>
  );
}

/** A plain text with the search words highlighted. */
export function Highlight({ text, query }: { readonly text: string; readonly query: string }) {
  return (
    <bdi>
      {highlightWords(text, query).map((part, at) =>
        part.isMatch ? <mark key={at}>{part.text}</mark> : part.text,
      )}
    </bdi>
  );
}
