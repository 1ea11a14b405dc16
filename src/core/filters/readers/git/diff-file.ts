import type { EmitLine, LinePolicy } from '../../lines/line-strategy';
import {
  type HunkLine,
  type HunkRange,
  type DiffPiece,
  HunkThinner,
  writeHunkRange,
} from './hunks';
import { omittedMark } from '../../lines/elision';

/** Level of detail of a file's diff. */
export type DiffDetail = 'whole' | 'thin';

/** The diff of one file, held back until its available space is known. */
export class DiffFile {
  readonly header: string[];
  /** Parts that are given where there is too little room for all. */
  readonly pieces: DiffPieces;
  private whole: string[] | undefined = [];
  private wholeWeight = 0;
  private came = 0;
  private added = 0;
  private removed = 0;
  private thinner: HunkThinner | undefined;

  constructor(
    heading: string,
    private readonly judge: LinePolicy,
    telling: DiagnosticCount,
  ) {
    this.header = [heading];
    this.pieces = new DiffPieces(judge, telling);
  }

  beginHunk(line: string, range: HunkRange): void {
    this.come(line);
    this.thinner = new HunkThinner(range, (piece) => this.take(piece));
    this.came += 1;
  }

  hunkLine(line: string, read: HunkLine): void {
    if (read.isAdded) this.added += 1;
    if (read.isRemoved) this.removed += 1;
    this.come(line);
    if (this.thinner === undefined || this.pieces.isCut) this.take(line);
    else this.thinner.push(line, read, isRetained(line, read, this.judge));
    this.came += 1;
  }

  /** A line that belongs to the hunk and is none of its lines. */
  remark(line: string): void {
    this.come(line);
    if (this.thinner === undefined || this.pieces.isCut) this.take(line);
    else this.thinner.remark(line);
    this.came += 1;
  }

  /** A mark of an earlier filter for `omitted` lines. */
  mark(line: string, omitted: number): void {
    this.whole?.push(line);
    this.pieces.push(line, this.came, omitted);
    this.came += omitted;
  }

  /** Lines, where long ones count as several. */
  weight(detail: DiffDetail): number {
    return detail === 'whole' ? this.wholeWeight : this.pieces.weight;
  }

  /** From now on, only the thinned form is needed. */
  thin(): void {
    this.whole = undefined;
  }

  give(isFailure: boolean, give: EmitLine): void {
    const { header, pieces, whole, added, removed } = this;
    for (const line of header) give(line);
    if (whole === undefined) {
      const isCounted = header.some((line) => line.startsWith('changes: '));
      if (pieces.isCut && !isCounted) give(`changes: +${String(added)} -${String(removed)}`);
      pieces.give(this.came, isFailure, give);
    } else for (const line of whole) give(line);
  }

  private take(piece: DiffPiece): void {
    this.pieces.push(piece, this.came);
  }

  /** Every line counts, kept or not. */
  private come(line: string): void {
    this.whole?.push(line);
    this.wholeWeight += lineWeight(line);
  }
}

/** Context lines that thinning must not remove. */
function isRetained(line: string, { isAdded, isRemoved }: HunkLine, policy: LinePolicy): boolean {
  return !isAdded && !isRemoved && (policy.isPreserved(line) || policy.isDiagnostic(line));
}

/** A line of this length counts as several, so that the held text is bounded. */
const charsPerLine = 4000;
/** Characters, in all files together, that only a failure needs. */
const maxDiagnosticChars = 256 * 1024;

/** Counts the text that only a failure needs, for the files of one output. */
interface DiagnosticCount {
  chars: number;
}

interface PlacedPiece {
  readonly piece: DiffPiece;
  readonly at: number;
  readonly omitted: number;
  readonly isPreserved: boolean;
}

/** Lines of one file's diff; if space is short, only its start is kept. */
class DiffPieces {
  private readonly pieces: PlacedPiece[] = [];
  private readonly rest: DiffRest;
  private held = 0;
  private isCutNow = false;

  constructor(
    private readonly judge: LinePolicy,
    telling: DiagnosticCount,
  ) {
    this.rest = new DiffRest(judge, telling);
  }

  /** Lines, where long ones count as several. */
  get weight(): number {
    return this.held;
  }

  get isCut(): boolean {
    return this.isCutNow;
  }

  /** `at`: lines of the file's diff that came before. `omitted`: lines that a mark replaces. */
  push(piece: DiffPiece, at: number, omitted = 0): void {
    const isPreserved = typeof piece === 'string' && this.judge.isPreserved(piece);
    const placed = { piece, at, omitted, isPreserved };
    if (this.isCutNow) this.rest.push(placed);
    else {
      this.pieces.push(placed);
      this.held += weightOf(placed);
    }
  }

  /** The weight including the lines that are always kept. */
  keptWeight(isFailure: boolean): number {
    return this.held + this.rest.weight(isFailure);
  }

  /** Omits what exceeds `room`, including later lines. */
  cut(room: number): void {
    if (this.held <= room) return;
    this.isCutNow = true;
    const { pieces } = this;
    const gone: PlacedPiece[] = [];
    for (let last = pieces.at(-1); last !== undefined; last = pieces.at(-1)) {
      // The first line of a hunk is useless without the hunk.
      if (this.held <= room && typeof last.piece === 'string') break;
      pieces.pop();
      this.held -= weightOf(last);
      gone.push(last);
    }
    this.rest.unshift(gone.reverse());
  }

  /** `came`: lines in all. */
  give(came: number, isFailure: boolean, give: EmitLine): void {
    const { isCut } = this;
    let counted = 0;
    const giveNext = ({ piece, at, omitted }: PlacedPiece): void => {
      if (isCut && at > counted) give(omittedMark(at - counted));
      give(typeof piece === 'string' ? piece : writeHunkRange(piece));
      counted = at + Math.max(1, omitted);
    };
    for (const placed of this.pieces) {
      // Thinned context has no mark: the numbers of the hunks show it.
      counted = placed.at;
      giveNext(placed);
    }
    for (const placed of this.rest.read(isFailure)) giveNext(placed);
    if (isCut && came > counted) give(omittedMark(came - counted));
  }
}

/** Remaining lines of a cut part. */
class DiffRest {
  private rest: PlacedPiece[] = [];
  private readonly weights = { preserved: 0, telling: 0 };

  constructor(
    private readonly judge: LinePolicy,
    private readonly telling: DiagnosticCount,
  ) {}

  push(placed: PlacedPiece): void {
    if (!this.stays(placed)) return;
    this.rest.push(placed);
    this.weights[placed.isPreserved ? 'preserved' : 'telling'] += weightOf(placed);
  }

  /** Inserts lines at the start. */
  unshift(gone: readonly PlacedPiece[]): void {
    const behind = this.rest;
    this.rest = [];
    for (const placed of gone) this.push(placed);
    if (behind.length > 0) this.rest = [...this.rest, ...behind];
  }

  weight(isFailure: boolean): number {
    const { preserved, telling } = this.weights;
    return preserved + (isFailure ? telling : 0);
  }

  read(isFailure: boolean): readonly PlacedPiece[] {
    return isFailure ? this.rest : this.rest.filter(({ isPreserved }) => isPreserved);
  }

  private stays({ piece, isPreserved }: PlacedPiece): boolean {
    const { judge, telling } = this;
    if (isPreserved || typeof piece !== 'string') return isPreserved;
    if (telling.chars > maxDiagnosticChars || !judge.isDiagnostic(piece)) return false;
    telling.chars += piece.length;
    return true;
  }
}

function weightOf({ piece, omitted }: PlacedPiece): number {
  if (omitted > 0) return 0;
  return typeof piece === 'string' ? lineWeight(piece) : 1;
}

function lineWeight(line: string): number {
  return 1 + Math.floor(line.length / charsPerLine);
}
