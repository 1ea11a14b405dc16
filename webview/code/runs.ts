/** A run of code of one kind; the text of all runs together is the code. */
export interface Run {
  readonly kind:
    'plain' | 'keyword' | 'string' | 'number' | 'type' | 'property' | 'tag' | 'sign' | 'comment';
  readonly text: string;
}

/** Undefined for a language that it does not know. */
export type Highlighter = (text: string, language: string) => readonly Run[] | undefined;

/** In characters: longer code stays plain. */
export const maxHighlighted = 200_000;

/**
 * In characters. Code is read in pieces of about this size, so that its cost grows with its length
 * alone: within a piece, a hostile text may cost the square of it.
 */
const pieceSize = 4000;

/** Code in pieces that end where a construct most likely does: at a blank line, else at a line. */
export function codePieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const most = start + pieceSize;
    const end = most >= text.length ? text.length : endOfPiece(text, start, most);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function endOfPiece(text: string, start: number, most: number): number {
  const window = text.slice(start, most);
  for (const [mark, least] of [
    ['\n\n', pieceSize / 4],
    ['\n', 1],
  ] as const) {
    const at = window.lastIndexOf(mark);
    if (at >= least) return start + at + mark.length;
  }
  return /[\uD800-\uDBFF]$/.test(window) ? most - 1 : most;
}

/** The runs of each line; a run that spans lines is cut there. */
export function runsByLine(runs: readonly Run[]): readonly (readonly Run[])[] {
  const lines: Run[][] = [[]];
  for (const { kind, text } of runs) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ kind, text: part });
    }
  }
  return lines;
}
