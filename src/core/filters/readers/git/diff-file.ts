import type { EmitLine, LinePolicy } from '../../lines/line-strategy';
import {
  type HunkLine,
  type HunkRange,
  createHunkThinner,
  type DiffPiece,
  type HunkThinner,
  writeHunkRange,
} from './hunks';
import { omittedMark } from '../../lines/elision';

/** Level of detail of a file's diff. */
export type DiffDetail = 'whole' | 'thin';

/** The diff of one file, held until it is known how much room it has. */
export interface DiffFile {
  readonly header: string[];
  /** Parts that are given where there is too little room for all. */
  readonly pieces: DiffPieces;
  beginHunk(line: string, range: HunkRange): void;
  hunkLine(line: string, read: HunkLine): void;
  /** A line that belongs to the hunk and is none of its lines. */
  remark(line: string): void;
  /** A mark of an earlier filter for `omitted` lines. */
  mark(line: string, omitted: number): void;
  /** Lines, where long ones count as several. */
  weight(detail: DiffDetail): number;
  /** From now on, only the thinned form is needed. */
  thin(): void;
  give(isFailure: boolean, give: EmitLine): void;
}

export function createDiffFile(
  heading: string,
  judge: LinePolicy,
  telling: DiagnosticCount,
): DiffFile {
  const header = [heading];
  const pieces = createDiffPieces(judge, telling);
  let whole: string[] | undefined = [];
  let weight = 0;
  let came = 0;
  let added = 0;
  let removed = 0;
  let thinner: HunkThinner | undefined;

  const take = (piece: DiffPiece): void => pieces.push(piece, came);

  /** Every line counts, whatever becomes of it. */
  function come(line: string): void {
    whole?.push(line);
    weight += lineWeight(line);
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
      else thinner.push(line, read, isRetained(line, read, judge));
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
        const isCounted = header.some((line) => line.startsWith('changes: '));
        if (pieces.isCut() && !isCounted) give(`changes: +${String(added)} -${String(removed)}`);
        pieces.give(came, isFailure, give);
      } else for (const line of whole) give(line);
    },
  };
}

/** Context lines that thinning must not remove. */
function isRetained(line: string, { isAdded, isRemoved }: HunkLine, policy: LinePolicy): boolean {
  return !isAdded && !isRemoved && (policy.isPreserved(line) || policy.isDiagnostic(line));
}

/** A line this long counts as several, so that what is held is bounded. */
const charsPerLine = 4000;
/** Characters of what only a failure needs, in all files together. */
const maxDiagnosticChars = 256 * 1024;

/** Counts what only a failure needs, for the files of one output. */
interface DiagnosticCount {
  chars: number;
}

interface PlacedPiece {
  readonly piece: DiffPiece;
  readonly at: number;
  readonly omitted: number;
  readonly isPreserved: boolean;
}

/** Lines of one file's diff, of which the begin stays when there is little room. */
interface DiffPieces {
  /** `at`: lines of the file's diff that came before. `omitted`: lines that a mark replaces. */
  push(piece: DiffPiece, at: number, omitted?: number): void;
  /** Lines, where long ones count as several. */
  weight(): number;
  /** The same with what stays however little room there is. */
  keptWeight(isFailure: boolean): number;
  /** Leaves out what is over `room`, also of what comes. */
  cut(room: number): void;
  isCut(): boolean;
  /** `came`: lines in all. */
  give(came: number, isFailure: boolean, give: EmitLine): void;
}

function createDiffPieces(judge: LinePolicy, telling: DiagnosticCount): DiffPieces {
  const pieces: PlacedPiece[] = [];
  let weight = 0;
  const rest = createRest(judge, telling);
  let isCut = false;

  return {
    push(piece, at, omitted = 0) {
      const isPreserved = typeof piece === 'string' && judge.isPreserved(piece);
      const placed = { piece, at, omitted, isPreserved };
      if (isCut) rest.push(placed);
      else {
        pieces.push(placed);
        weight += weightOf(placed);
      }
    },
    weight: () => weight,
    keptWeight: (isFailure) => weight + rest.weight(isFailure),
    cut(room) {
      if (weight <= room) return;
      isCut = true;
      const gone: PlacedPiece[] = [];
      for (let last = pieces.at(-1); last !== undefined; last = pieces.at(-1)) {
        // The first line of a hunk is useless without the hunk.
        if (weight <= room && typeof last.piece === 'string') break;
        pieces.pop();
        weight -= weightOf(last);
        gone.push(last);
      }
      rest.unshift(gone.reverse());
    },
    isCut: () => isCut,
    give(came, isFailure, give) {
      let counted = 0;
      const giveNext = ({ piece, at, omitted }: PlacedPiece): void => {
        if (isCut && at > counted) give(omittedMark(at - counted));
        give(typeof piece === 'string' ? piece : writeHunkRange(piece));
        counted = at + Math.max(1, omitted);
      };
      for (const placed of pieces) {
        // Thinned context has no mark: the numbers of the hunks show it.
        counted = placed.at;
        giveNext(placed);
      }
      for (const placed of rest.read(isFailure)) giveNext(placed);
      if (isCut && came > counted) give(omittedMark(came - counted));
    },
  };
}

/** Remaining lines of a cut part. */
function createRest(judge: LinePolicy, telling: DiagnosticCount) {
  let rest: PlacedPiece[] = [];
  const weight = { preserved: 0, telling: 0 };

  function stays({ piece, isPreserved }: PlacedPiece): boolean {
    if (isPreserved || typeof piece !== 'string') return isPreserved;
    if (telling.chars > maxDiagnosticChars || !judge.isDiagnostic(piece)) return false;
    telling.chars += piece.length;
    return true;
  }

  function push(placed: PlacedPiece): void {
    if (!stays(placed)) return;
    rest.push(placed);
    weight[placed.isPreserved ? 'preserved' : 'telling'] += weightOf(placed);
  }

  return {
    push,
    /** Lines that stood before what is here. */
    unshift(gone: readonly PlacedPiece[]): void {
      const behind = rest;
      rest = [];
      for (const placed of gone) push(placed);
      if (behind.length > 0) rest = [...rest, ...behind];
    },
    weight: (isFailure: boolean): number => weight.preserved + (isFailure ? weight.telling : 0),
    read: (isFailure: boolean): readonly PlacedPiece[] =>
      isFailure ? rest : rest.filter(({ isPreserved }) => isPreserved),
  };
}

function weightOf({ piece, omitted }: PlacedPiece): number {
  if (omitted > 0) return 0;
  return typeof piece === 'string' ? lineWeight(piece) : 1;
}

function lineWeight(line: string): number {
  return 1 + Math.floor(line.length / charsPerLine);
}
