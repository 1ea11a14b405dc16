import { markWords } from '../history';

/** A text as it is, with the words of a search marked. */
export function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return (
    <bdi>
      {markWords(text, query).map((part, at) =>
        part.isMatch ? <mark key={at}>{part.text}</mark> : part.text,
      )}
    </bdi>
  );
}
