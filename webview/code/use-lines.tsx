import { useEffect, useState } from 'preact/hooks';
import { splitPath } from '../text/format';
import { highlighted } from './load';
import { runsByLine, type Run } from './runs';

type Lines = readonly (readonly Run[])[];

/** The runs of each line of a file's text, once they are known; an empty text has none. */
export function useHighlightedLines(text: string, path: string): Lines | undefined {
  const [known, setKnown] = useState<{ readonly text: string; readonly lines: Lines }>();
  useEffect(() => {
    const over = new AbortController();
    void highlighted(text, languageOfFile(path), over.signal).then((runs) => {
      if (runs !== undefined && !over.signal.aborted) setKnown({ text, lines: runsByLine(runs) });
    });
    return () => over.abort();
  }, [text, path]);
  return known?.text === text ? known.lines : undefined;
}

/** "js" of "src/cart.js", "dockerfile" of "Dockerfile". */
function languageOfFile(path: string): string {
  const { name } = splitPath(path);
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** A line with its colors; as it is where its runs are not known or are of another text. */
export function CodeLine(props: {
  readonly text: string;
  readonly runs: readonly Run[] | undefined;
}) {
  const { text, runs } = props;
  if (runs?.map((run) => run.text).join('') !== text) return <>{text}</>;
  return (
    <>
      {runs.map((run, index) =>
        run.kind === 'plain' || run.kind === 'sign' ? (
          run.text
        ) : (
          <span key={index} class={`code-${run.kind}`}>
            {run.text}
          </span>
        ),
      )}
    </>
  );
}
