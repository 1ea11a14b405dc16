import { say, sequence, type Sentence } from '../../../../core/base/sentence';
import { sizeOf } from '../../../../core/base/wording';
import { chainStart, type ChainMark } from './lines';
import type { AuditFinding } from '../../../../core/contracts/audit/entry';
import { sealTexts, type AuditSeal } from './seal';
import { UnsealedEntries } from './unsealed';

interface ChainCheckOptions {
  readonly writer: string;
  /** Undefined if no seal can be checked. */
  readonly seal: Pick<AuditSeal, 'first' | 'last'> | undefined;
  readonly report: (finding: AuditFinding) => void;
}

/** Checks the lines of one writer, in order, against each other and against the seal. */
export class ChainCheck {
  private lastReported = '';
  private findings = 0;
  private last: SeenLine | undefined;
  /** The last two lines of the chain. */
  private chained: SeenLine | undefined;
  private previous: SeenLine | undefined;
  /** Two consecutive lines that do not fit: one of them was changed. */
  private doubt: { readonly before: SeenLine; readonly after: SeenLine } | undefined;
  /** The line with the sealed number, and the line before it. */
  private sealed: SeenLine | undefined;
  private beforeSealed: SeenLine | undefined;
  private isFileStart = true;
  private missingFile: string | undefined;
  private readonly afterSeal = new UnsealedEntries();

  constructor(private readonly options: ChainCheckOptions) {}

  /** Call before the first line of each file; `missing` names a file that should precede it. */
  startFile(missing: string | undefined): void {
    this.isFileStart = true;
    this.missingFile = missing;
  }

  add(line: CheckedLine): void {
    const { mark } = line;
    const isOwn = mark?.writer === this.options.writer && line.kind !== 'none';
    if (isOwn) this.addChained(line, mark);
    else this.addOther(line);
  }

  /** Call after the last line; `end` is the file being written. */
  finish(end: string): void {
    const { seal } = this.options;
    const after = this.doubt?.after;
    const isSealedLine = after !== undefined && after.seq === seal?.last.seq;
    this.resolveDoubt(!isSealedLine || after.digest === seal.last.digest);
    if (seal !== undefined) this.checkSealedEnd(seal.last, end);
  }

  /** Entries after the last seal. */
  unsealed(): UnsealedEntries {
    return this.afterSeal;
  }

  private report(finding: AuditFinding): void {
    this.findings += 1;
    const { kind, file, line } = finding;
    const location = `${kind} ${file} ${line ?? ''}`;
    if (location !== this.lastReported) this.options.report(finding);
    this.lastReported = location;
  }

  /**
   * Decides which of two lines that do not fit was changed: `after` is right if the next line fits
   * it.
   */
  private resolveDoubt(isAfterRight: boolean): void {
    if (this.doubt === undefined) return;
    const { before, after } = this.doubt;
    this.doubt = undefined;
    const changed = isAfterRight ? before : after;
    if (!before.isReported && !changed.isReported) {
      this.report(altered(changed, findingTexts.broken));
    }
  }

  /** The line to which this one was chained; lines between the two were inserted. */
  private predecessorOf(line: CheckedLine, mark: ChainMark): SeenLine | undefined {
    const { last, chained, previous } = this;
    const isCopy = line.digest === chained?.digest;
    const found = [last, chained, isCopy ? undefined : previous].find(
      (one) => one !== undefined && mark.seq === one.seq + 1 && mark.prev === one.digest,
    );
    if (found === undefined || found !== previous || chained === undefined) return found ?? last;
    if (this.doubt === undefined && !chained.isReported) {
      this.report(altered(chained, findingTexts.inserted));
    }
    this.resolveDoubt(false);
    return found;
  }

  private addChained(line: CheckedLine, mark: ChainMark): void {
    const before = this.predecessorOf(line, mark);
    if (this.chained === undefined || before === undefined) {
      const isReported = this.reportFirst(line, mark);
      this.accept({ ...line, seq: mark.seq, isReported }, before);
      return;
    }
    const fits = mark.prev === before.digest;
    const isNext = mark.seq === before.seq + 1;
    this.resolveDoubt(fits && isNext);
    if (!isNext) {
      this.reportOrder(line, mark.seq, before.seq + 1);
      // If the previous line is right, only the number was changed.
      this.accept({ ...line, seq: fits ? before.seq + 1 : mark.seq, isReported: true }, before);
      return;
    }
    const seen = { ...line, seq: mark.seq, isReported: false };
    if (!fits) this.doubt = { before, after: seen };
    this.accept(seen, before);
  }

  /** A line outside the chain: it was changed. */
  private addOther(line: CheckedLine): void {
    const { last } = this;
    this.resolveDoubt(true);
    const isCopied = line.mark !== undefined && line.kind !== 'none';
    this.report(altered(line, isCopied ? findingTexts.otherWriter : findingTexts.noEntry));
    this.accept({ ...line, kind: 'none', seq: (last?.seq ?? 0) + 1, isReported: true }, last);
  }

  /** True if the line was reported as wrong. */
  private reportFirst(line: CheckedLine, { seq, prev }: ChainMark): boolean {
    const first = this.options.seal?.first.seq;
    if (first !== undefined && seq > first) {
      const text = findingTexts.removedHead(seq, first);
      this.report({ kind: 'removed_head', file: line.file, line: line.line, text });
      return true;
    }
    if (seq !== 1 || prev === (this.last?.digest ?? chainStart.digest)) return false;
    this.report(altered(line, findingTexts.start));
    return true;
  }

  private reportOrder(line: CheckedLine, seq: number, expected: number): void {
    const { missingFile } = this;
    if (seq < expected) {
      this.report(altered(line, findingTexts.repeated(seq)));
    } else if (!this.isFileStart) {
      this.report(altered(line, findingTexts.gap(expected, seq - 1)));
    } else {
      const text = findingTexts.missingFile(expected, seq - 1);
      const where = missingFile === undefined ? placeOf(line) : { file: missingFile };
      this.report({ kind: 'missing_file', ...where, text });
    }
  }

  private accept(seen: SeenLine, before: SeenLine | undefined): void {
    const sealed = this.options.seal?.last;
    const isRight = seen.digest === sealed?.digest;
    if (sealed?.seq === seen.seq && (this.sealed === undefined || isRight)) {
      this.sealed = seen;
      this.beforeSealed = before;
    }
    if (sealed === undefined || seen.seq > sealed.seq) this.countUnsealed(seen);
    this.last = seen;
    this.isFileStart = false;
    if (seen.kind === 'none') return;
    this.previous = this.chained;
    this.chained = seen;
  }

  private countUnsealed({ kind, at }: SeenLine): void {
    if (kind === 'entry') this.afterSeal.add(at);
    if (kind === 'late') this.afterSeal.addLate();
  }

  /** Checks the end of the chain against the seal; `file` is the file being written. */
  private checkSealedEnd(sealed: AuditSeal['last'], file: string): void {
    const { last } = this;
    const end = last?.seq ?? 0;
    if (end >= sealed.seq) {
      this.checkSealedLine(sealed, file);
      return;
    }
    const location = { file: last?.file ?? file, line: (last?.line ?? 0) + 1 };
    const text = findingTexts.removedTail(end, sealed.seq);
    this.report({ kind: 'removed_tail', ...location, text });
  }

  /**
   * A sealed line that differs: only that line was changed if the line before it is right;
   * otherwise the whole chain was recomputed.
   */
  private checkSealedLine(sealed: AuditSeal['last'], file: string): void {
    const at = this.sealed;
    if (at?.digest === sealed.digest) return;
    // A line already reported as changed or out of order explains the difference.
    if (at === undefined ? this.findings > 0 : at.isReported) return;
    if (at !== undefined && this.beforeSealed?.digest === sealed.prev) {
      this.report(altered(at, findingTexts.sealedLine));
      return;
    }
    const where = at === undefined ? { file } : placeOf(at);
    this.report({ kind: 'recomputed', ...where, text: findingTexts.recomputed(sealed.seq) });
  }
}

export interface CheckedLine {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly digest: string;
  /**
   * `entry`: part of the chain. `cut` and `late`: part of the chain, see `parseNote`. `none`:
   * anything else.
   */
  readonly kind: 'entry' | 'cut' | 'late' | 'none';
  /** Epoch milliseconds of an entry; undefined if unknown. */
  readonly at: number | undefined;
  /** Undefined for a line outside the chain. */
  readonly mark: ChainMark | undefined;
}

/** A line and its number in the chain. */
interface SeenLine extends CheckedLine {
  readonly seq: number;
  /** True if the line already has a finding. */
  readonly isReported: boolean;
}

const copyAdvice = say`Copy the storage folder before it changes further, and find out who could write to it.`;

function placeOf({ file, line }: CheckedLine) {
  return { file, line };
}

function altered(line: CheckedLine, what: Sentence): AuditFinding {
  return { kind: 'altered', ...placeOf(line), text: advised(what) };
}

function advised(...what: [Sentence, ...Sentence[]]): Sentence {
  return sequence([...what, copyAdvice]);
}

const restoreAdvice = say`Restore it from a backup.`;

export const findingTexts = {
  noEntry: say`The line is not an audit entry. It was changed, or the machine lost power while writing it.`,
  broken: say`The next line was chained to different text: this line was changed after it was written.`,
  inserted: say`The line was inserted between two existing lines.`,
  otherWriter: say`The line was copied from the log of another window.`,
  repeated: (seq: number) => say`Entry ${seq} is out of order or appears twice.`,
  gap: (from: number, to: number) =>
    from === to
      ? say`Entry ${from} is missing before this line.`
      : say`Entries ${from} to ${to} are missing before this line.`,
  start: say`This is the first entry, but it is chained to something other than the line before it.`,
  missingFile: (from: number, to: number) =>
    advised(
      from === to
        ? say`The file that held entry ${from} is gone.`
        : say`The file that held entries ${from} to ${to} is gone.`,
      restoreAdvice,
    ),
  removedHead: (seq: number, first: number) =>
    advised(
      say`The log begins with entry ${seq}, but its seal says ${first}, and retention did not remove the entries before it.`,
    ),
  removedTail: (found: number, sealed: number) =>
    advised(
      found + 1 === sealed
        ? say`Entry ${sealed} is missing at the end, although the seal names it.`
        : say`Entries ${found + 1} to ${sealed} are missing at the end, although the seal names them.`,
    ),
  recomputed: (seq: number) =>
    advised(
      say`The lines match each other, but entry ${seq} is not the one that was sealed: the log was rewritten without the key.`,
    ),
  sealedLine: say`The line was changed after it was sealed.`,
  torn: (bytes: number) =>
    say`The last line is incomplete (${sizeOf(bytes)}) after a crash. It was never confirmed as recorded. The next start removes it and notes that in the log.`,
  unfinished: say`The file ends in the middle of a line, but it was complete when the log continued in a new file.`,
  more: (count: number) =>
    count === 1
      ? say`1 more line of this log was changed.`
      : say`${{ amount: count }} more lines of this log were changed.`,
  noKey: (reason: Sentence) =>
    say`Seals cannot be checked: ${reason} Until they can, it is not known whether entries at the end, or a whole log, were removed, or whether the log was rewritten or replaced by another one.`,
  missingLog: (newest: number) =>
    advised(
      newest === 1
        ? say`The log of this window is gone, although 1 seal of it was made.`
        : say`The log of this window is gone, although ${{ amount: newest }} seals of it were made.`,
      restoreAdvice,
    ),
  missingSeal: (newest: number) =>
    advised(
      newest === 1
        ? say`The seal is missing, although 1 was made: entries removed at the end cannot be detected.`
        : say`The seal is missing, although ${{ amount: newest }} were made: entries removed at the end cannot be detected.`,
    ),
  foreignSeal: advised(
    sealTexts.foreign,
    say`It proves nothing. Unless the secrets on this machine were reset, the log was tampered with.`,
  ),
  unknownSeal: advised(sealTexts.unknown),
  olderSeal: (number: number, newest: number) => advised(sealTexts.older(number, newest)),
  unsealed: (text: Sentence) => advised(text),
  unknownWriter: say`No window writes a log of this name: it was added.`,
  found: (at: string, text: Sentence) =>
    advised(say`Found on ${at} when a window opened the log: ${text}`),
} as const;
