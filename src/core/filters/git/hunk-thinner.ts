import { countSides, type HunkLine, type HunkRange } from './hunk';

/** Lines of context that stay on each side of a change. */
const contextLines = 1;
/** More unchanged lines than this between two changes part a hunk: its new first line costs one. */
const maxBetween = 2 * contextLines;

/** Part of a hunk: a line, or where a hunk begins, whose numbers are known once it has ended. */
export type DiffPiece = string | HunkRange;

/** Makes the hunk that a diff with less context would have, line by line. */
export interface HunkThinner {
  /** `isKept`: the line stays although nothing changed in it. */
  push(line: string, read: HunkLine, isKept: boolean): void;
  /** What git says about the line before it, such as that its newline is missing. */
  remark(line: string): void;
}

export function createHunkThinner(range: HunkRange, give: (piece: DiffPiece) => void): HunkThinner {
  /** Of the next line, in each parent and in the result. */
  const next = [...range.starts];
  let part: HunkRange | undefined;
  /** Lines of context behind the last change. */
  let after = 0;
  /** Unchanged lines that were not given: the last few, and how many in all. */
  const waiting: string[] = [];
  let waitingCount = 0;

  function beginPart(): HunkRange {
    const lead = waiting.slice(-contextLines);
    const heading = part === undefined ? range.heading : '';
    const begun = {
      starts: next.map((line) => line - lead.length),
      counts: next.map(() => lead.length),
      heading,
    };
    give(begun);
    for (const line of lead) give(line);
    return begun;
  }

  function goOn(to: HunkRange): void {
    for (const line of waiting) give(line);
    for (const side of to.counts.keys()) to.counts[side] = (to.counts[side] ?? 0) + waitingCount;
  }

  function giveLine(line: string, read: HunkLine): void {
    if (part === undefined || waitingCount > maxBetween) part = beginPart();
    else if (waitingCount > 0) goOn(part);
    waiting.length = 0;
    waitingCount = 0;
    give(line);
    countSides(part.counts, read, 1);
  }

  return {
    push(line, read, isKept) {
      if (isKept || read.isAdded || read.isRemoved) {
        giveLine(line, read);
        after = 0;
      } else if (part !== undefined && after < contextLines) {
        giveLine(line, read);
        after += 1;
      } else {
        if (waiting.length > maxBetween) waiting.shift();
        waiting.push(line);
        waitingCount += 1;
      }
      countSides(next, read, 1);
    },
    remark(line) {
      if (waitingCount === 0) give(line);
    },
  };
}
