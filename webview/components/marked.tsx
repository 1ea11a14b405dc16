import { highlightWords } from '../history';

/** A text as it is, with the words of a search marked. */
export function Highlight({ text, query }: { readonly text: string; readonly query: string }) {
  return (
    <bdi>
      {highlightWords(text, query).map((part, at) =>
        part.isMatch ? <mark key={at}>{part.text}</mark> : part.text,
      )}
    </bdi>
  );
}
