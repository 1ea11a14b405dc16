import type { EmitLine, LinePolicy } from '../strategy';
import { createDiffPieces, lineWeight, type DiffPieces, type DiagnosticCount } from './diff-pieces';
import type { HunkLine, HunkRange } from './hunk';
import { createHunkThinner, type DiffPiece, type HunkThinner } from './hunk-thinner';

/** How much of a file's diff is told. */
export type DiffDetail = 'whole' | 'thin';

/** The diff of one file, held until it is known how much room it has. */
export interface DiffFile {
  readonly header: string[];
  /** What is told of it where there is too little room for all. */
  readonly pieces: DiffPieces;
  beginHunk(line: string, range: HunkRange): void;
  hunkLine(line: string, read: HunkLine): void;
  /** A line that belongs to the hunk and is none of its lines. */
  remark(line: string): void;
  /** What a filter left out before: `omitted` lines. */
  mark(line: string, omitted: number): void;
  /** Lines, where long ones count as several. */
  weight(detail: DiffDetail): number;
  /** From now on only what is thin is needed. */
  thin(): void;
  give(isFailure: boolean, give: EmitLine): void;
}

export function createDiffFile(heading: string, judge: LinePolicy, telling: DiagnosticCount): DiffFile {
  const header = [heading];
  const pieces = createDiffPieces(judge, telling);
  let whole: string[] | undefined = [];
  let weight = 0;
  let came = 0;
  let added = 0;
  let removed = 0;
  let thinner: HunkThinner | undefined;

  const take = (piece: DiffPiece): void => {
    pieces.push(piece, came);
  };

  /** Every line counts, whatever becomes of it. */
  function come(line: string): void {
    whole?.push(line);
    weight += lineWeight(line);
  }

  /** What must not be thinned out of the context. */
  function isKept(line: string, { isAdded, isRemoved }: HunkLine): boolean {
    return !isAdded && !isRemoved && (judge.isPreserved(line) || judge.isDiagnostic(line));
  }

  return {
    header,
    pieces,
    beginHunk(line, range) {
      come(line);
      thinner = createHunkThinner(range, take);
      came += 1;
    },
    hunkLine(line, read) {
      if (read.isAdded) added += 1;
      if (read.isRemoved) removed += 1;
      come(line);
      if (thinner === undefined || pieces.isCut()) take(line);
      else thinner.push(line, read, isKept(line, read));
      came += 1;
    },
    remark(line) {
      come(line);
      if (thinner === undefined || pieces.isCut()) take(line);
      else thinner.remark(line);
      came += 1;
    },
    mark(line, omitted) {
      whole?.push(line);
      pieces.push(line, came, omitted);
      came += omitted;
    },
    weight: (detail) => (detail === 'whole' ? weight : pieces.weight()),
    thin() {
      whole = undefined;
    },
    give(isFailure, give) {
      for (const line of header) give(line);
      if (whole === undefined) {
        const isTold = header.some((line) => line.startsWith('changes: '));
        if (pieces.isCut() && !isTold) give(`changes: +${String(added)} -${String(removed)}`);
        pieces.give(came, isFailure, give);
      } else for (const line of whole) give(line);
    },
  };
}
