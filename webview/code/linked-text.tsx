import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { usePage } from '../state/page-context';
import { namedFiles } from '../text/file-names';
import { linkedPieces, linkTitle, openRequest } from './file-links';

const none: ReadonlySet<string> = new Set();

/** A text whose files of the workspace are links, where it names a line of them. */
export function LinkedText({ text }: { readonly text: string }) {
  const { store, post } = usePage();
  const named = useMemo(() => namedFiles(text), [text]);
  const [found, setFound] = useState(none);
  useLayoutEffect(() => {
    if (named.length === 0) return undefined;
    let isShown = true;
    store.files.find([...new Set(named.map(({ name }) => name))], (files) => {
      if (isShown) setFound(files);
    });
    return () => {
      isShown = false;
    };
  }, [named]);
  return (
    <>
      {linkedPieces(text, named, found).map((piece) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <button
            type="button"
            class="link file-link"
            key={piece.start}
            title={linkTitle(piece)}
            onClick={() => post(openRequest(piece))}
          >
            {piece.text}
          </button>
        ),
      )}
    </>
  );
}
