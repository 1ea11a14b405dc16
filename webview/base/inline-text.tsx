import { highlightWords } from '../text/history';

const settingName = /(?<=gatehouse(?:\.\w+)*\.)(?=\w)/;

/** A name of a setting may break after each dot, before it breaks anywhere. */
function withBreaks(text: string) {
  const pieces = text.split(settingName);
  return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [<wbr key={at} />, piece]));
}

/** A sentence of ours; text between backticks is rendered as code. All of it is plain text. */
export function InlineCode({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((part, index, parts) => {
        const isCode = index % 2 === 1 && index < parts.length - 1;
        return isCode ? <code key={index}>{withBreaks(part)}</code> : withBreaks(part);
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
