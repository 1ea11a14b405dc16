/** The line that begins a hunk: `@@ -1,3 +1,4 @@ heading`, with one more range for each further parent. */
export interface HunkRange {
  /** First line and number of lines, for each parent and then for the result. */
  readonly starts: number[];
  readonly counts: number[];
  /** Text after it. */
  readonly heading: string;
}

const range = /^(@{2,}) ((?:[-+]\d+(?:,\d+)? )+)(@{2,})([^]*)$/;

/** Undefined for any other line. */
export function readHunkRange(line: string): HunkRange | undefined {
  const [, before, ranges, behind, heading] = range.exec(line) ?? [];
  if (before === undefined || ranges === undefined || before !== behind) return undefined;
  const pairs = ranges.trim().split(' ');
  // As many marks as there are ranges: two for one parent.
  if (pairs.length !== before.length) return undefined;
  const numbers = pairs.map((pair) => pair.slice(1).split(',').map(Number));
  return {
    // For a side without lines git gives the line before it.
    starts: numbers.map(([start = 0, count = 1]) => (count === 0 ? start + 1 : start)),
    counts: numbers.map(([, count = 1]) => count),
    heading: heading ?? '',
  };
}

export function writeHunkRange({ starts, counts, heading }: HunkRange): string {
  const marks = '@'.repeat(starts.length);
  const ranges = starts.map((start, at) => {
    const count = counts[at] ?? 0;
    const sign = at === starts.length - 1 ? '+' : '-';
    return `${sign}${String(count === 0 ? start - 1 : start)}${count === 1 ? '' : `,${String(count)}`}`;
  });
  return `${marks} ${ranges.join(' ')} ${marks}${heading}`;
}

/** A line of a hunk: a mark in front for each parent. */
export interface HunkLine {
  readonly isAdded: boolean;
  readonly isRemoved: boolean;
  /** True for each parent that has it, and last for the result. */
  readonly sides: readonly boolean[];
}

/** Adds `by` to the count of each side that has the line. */
export function countSides(counts: number[], { sides }: HunkLine, by: 1 | -1): void {
  for (let side = 0; side < sides.length; side += 1) {
    if (sides[side] === true) counts[side] = (counts[side] ?? 0) + by;
  }
}

const unchanged: HunkLine = { isAdded: false, isRemoved: false, sides: [true, true] };
const added: HunkLine = { isAdded: true, isRemoved: false, sides: [false, true] };
const removed: HunkLine = { isAdded: false, isRemoved: true, sides: [true, false] };

/** A line of a hunk with one parent, as nearly all are. */
function readPlainLine(line: string): HunkLine | undefined {
  // An editor may have removed the blank of an empty line.
  if (line === '' || line.startsWith(' ')) return unchanged;
  if (line.startsWith('+')) return added;
  return line.startsWith('-') ? removed : undefined;
}

/** Reads lines of hunks with this number of parents; undefined for any other line. */
export function createHunkLineReader(parents: number): (line: string) => HunkLine | undefined {
  if (parents === 1) return readPlainLine;
  const everywhere = Array.from({ length: parents + 1 }, () => true);
  const context = { isAdded: false, isRemoved: false, sides: everywhere };
  const blank = ' '.repeat(parents);
  return (line) => {
    if (line === '' || line.startsWith(blank)) return context;
    const marks = line.slice(0, parents);
    if (!/^[-+ ]+$/.test(marks) || marks.length < parents) return undefined;
    const isRemoved = marks.includes('-');
    const own = isRemoved ? '-' : ' ';
    const sides = Array.from({ length: parents }, (_, at) => marks.charAt(at) === own);
    return { isAdded: marks.includes('+'), isRemoved, sides: [...sides, !isRemoved] };
  };
}

/** Lines of context that stay on each side of a change. */
const contextLines = 1;
/** More unchanged lines than this between two changes part a hunk: its new first line costs one. */
const maxBetween = 2 * contextLines;

/** Part of a hunk: a line, or its start, whose numbers are known once the hunk has ended. */
export type DiffPiece = string | HunkRange;

/** Makes the hunk that a diff with less context would have, line by line. */
export class HunkThinner {
  /** Number of the next line, in each parent and in the result. */
  private readonly next: number[];
  private part: HunkRange | undefined;
  /** Lines of context behind the last change. */
  private after = 0;
  /** Unchanged lines that were not given: the last few, and how many in all. */
  private readonly waiting: string[] = [];
  private waitingCount = 0;

  constructor(
    private readonly range: HunkRange,
    private readonly give: (piece: DiffPiece) => void,
  ) {
    this.next = [...range.starts];
  }

  /** `isKept`: the line stays although nothing changed in it. */
  push(line: string, read: HunkLine, isKept: boolean): void {
    if (isKept || read.isAdded || read.isRemoved) {
      this.giveLine(line, read);
      this.after = 0;
    } else if (this.part !== undefined && this.after < contextLines) {
      this.giveLine(line, read);
      this.after += 1;
    } else {
      if (this.waiting.length > maxBetween) this.waiting.shift();
      this.waiting.push(line);
      this.waitingCount += 1;
    }
    countSides(this.next, read, 1);
  }

  /** A note from git about the previous line, such as a missing newline. */
  remark(line: string): void {
    if (this.waitingCount === 0) this.give(line);
  }

  private giveLine(line: string, read: HunkLine): void {
    if (this.part === undefined || this.waitingCount > maxBetween) this.part = this.beginPart();
    else if (this.waitingCount > 0) this.goOn(this.part.counts);
    this.waiting.length = 0;
    this.waitingCount = 0;
    this.give(line);
    countSides(this.part.counts, read, 1);
  }

  private beginPart(): HunkRange {
    const lead = this.waiting.slice(-contextLines);
    const begun = {
      starts: this.next.map((line) => line - lead.length),
      counts: this.next.map(() => lead.length),
      heading: this.part === undefined ? this.range.heading : '',
    };
    this.give(begun);
    for (const line of lead) this.give(line);
    return begun;
  }

  private goOn(counts: number[]): void {
    for (const line of this.waiting) this.give(line);
    for (const side of counts.keys()) counts[side] = (counts[side] ?? 0) + this.waitingCount;
  }
}
