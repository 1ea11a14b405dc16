import { chainStart, type ChainMark } from './lines';
import type { AuditFinding } from '../../../../core/contracts/audit/entry';
import type { AuditSeal } from './seal';

/** Checks the lines of one writer, in order, against each other and against the seal. */
export class ChainCheck {
  private readonly state: ChainState;
  private lastReported = '';

  constructor(private readonly options: ChainCheckOptions) {
    this.state = {
      seal: options.seal,
      report: (finding) => this.report(finding),
      findings: 0,
      last: undefined,
      chained: undefined,
      previous: undefined,
      doubt: undefined,
      sealed: undefined,
      beforeSealed: undefined,
      isFileStart: true,
      missingFile: undefined,
      early: 0,
      unsealed: 0,
    };
  }

  /** Call before the first line of each file; `missing` names a file that should precede it. */
  startFile(missing: string | undefined): void {
    this.state.isFileStart = true;
    this.state.missingFile = missing;
  }

  add(line: CheckedLine): void {
    const { mark } = line;
    const isOwn = mark?.writer === this.options.writer && line.kind !== 'none';
    if (isOwn) addChained(this.state, line, mark);
    else addOther(this.state, line);
  }

  /** Call after the last line; `end` is the file being written. */
  finish(end: string): void {
    const { state } = this;
    const { seal, report } = this.options;
    const after = state.doubt?.after;
    const isSealedLine = after !== undefined && after.seq === seal?.last.seq;
    resolveDoubt(state, !isSealedLine || after.digest === seal.last.digest);
    checkSealedEnd(state, end);
    if (state.early === 0) return;
    report({ kind: 'unsealed', file: end, text: findingTexts.early(state.early) });
  }

  /** Number of entries after the last seal. */
  unsealed(): number {
    return this.state.unsealed + this.state.early;
  }

  private report(finding: AuditFinding): void {
    this.state.findings += 1;
    const { kind, file, line } = finding;
    const location = `${kind} ${file} ${line ?? ''}`;
    if (location !== this.lastReported) this.options.report(finding);
    this.lastReported = location;
  }
}

/**
 * Decides which of two lines that do not fit was changed: `after` is right if the next line fits
 * it.
 */
function resolveDoubt(state: ChainState, isAfterRight: boolean): void {
  if (state.doubt === undefined) return;
  const { before, after } = state.doubt;
  state.doubt = undefined;
  const changed = isAfterRight ? before : after;
  if (!before.isReported && !changed.isReported) {
    state.report(altered(changed, findingTexts.broken));
  }
}

/** The line to which this one was chained; lines between the two were inserted. */
function predecessorOf(
  state: ChainState,
  line: CheckedLine,
  mark: ChainMark,
): SeenLine | undefined {
  const { last, chained, previous } = state;
  const isCopy = line.digest === chained?.digest;
  const found = [last, chained, isCopy ? undefined : previous].find(
    (one) => one !== undefined && mark.seq === one.seq + 1 && mark.prev === one.digest,
  );
  if (found === undefined || found !== previous || chained === undefined) return found ?? last;
  if (state.doubt === undefined && !chained.isReported) {
    state.report(altered(chained, findingTexts.inserted));
  }
  resolveDoubt(state, false);
  return found;
}

function addChained(state: ChainState, line: CheckedLine, mark: ChainMark): void {
  const before = predecessorOf(state, line, mark);
  if (state.chained === undefined || before === undefined) {
    const isReported = reportFirst(state, line, mark);
    accept(state, { ...line, seq: mark.seq, isReported }, before);
    return;
  }
  const fits = mark.prev === before.digest;
  const isNext = mark.seq === before.seq + 1;
  resolveDoubt(state, fits && isNext);
  if (!isNext) {
    reportOrder(state, line, { seq: mark.seq, from: before.seq + 1 });
    // If the previous line is right, only the number was changed.
    accept(state, { ...line, seq: fits ? before.seq + 1 : mark.seq, isReported: true }, before);
    return;
  }
  const seen = { ...line, seq: mark.seq, isReported: false };
  if (!fits) state.doubt = { before, after: seen };
  accept(state, seen, before);
}

/** A line outside the chain: older than the chain, or changed. */
function addOther(state: ChainState, line: CheckedLine): void {
  const { last } = state;
  if (line.kind === 'early' && state.chained === undefined) {
    state.early += 1;
    state.last = { ...line, seq: 0, isReported: false };
    return;
  }
  resolveDoubt(state, true);
  const isCopied = line.mark !== undefined && line.kind !== 'none';
  state.report(altered(line, isCopied ? findingTexts.otherWriter : findingTexts.noEntry));
  accept(state, { ...line, kind: 'none', seq: (last?.seq ?? 0) + 1, isReported: true }, last);
}

/** True if the line was reported as wrong. */
function reportFirst(
  { seal, last, report }: ChainState,
  line: CheckedLine,
  { seq, prev }: ChainMark,
): boolean {
  if (seal !== undefined && seq > seal.first.seq) {
    const text = findingTexts.removedHead(seq, seal.first.seq);
    report({ kind: 'removed_head', file: line.file, line: line.line, text });
    return true;
  }
  if (seq !== 1 || prev === (last?.digest ?? chainStart.digest)) return false;
  report(altered(line, findingTexts.start));
  return true;
}

function reportOrder(
  { isFileStart, missingFile, report }: ChainState,
  line: CheckedLine,
  { seq, from }: { readonly seq: number; readonly from: number },
): void {
  if (seq < from) {
    report(altered(line, findingTexts.repeated(seq)));
  } else if (!isFileStart) {
    report(altered(line, findingTexts.gap(from, seq - 1)));
  } else {
    const location = missingFile === undefined ? { file: line.file, line: line.line } : undefined;
    const text = findingTexts.missingFile(from, seq - 1);
    report({ kind: 'missing_file', file: missingFile ?? line.file, ...location, text });
  }
}

function accept(state: ChainState, seen: SeenLine, before: SeenLine | undefined): void {
  const sealed = state.seal?.last;
  const isRight = seen.digest === sealed?.digest;
  if (sealed?.seq === seen.seq && (state.sealed === undefined || isRight)) {
    state.sealed = seen;
    state.beforeSealed = before;
  }
  const isBehind = sealed === undefined || seen.seq > sealed.seq;
  state.unsealed += Number(isBehind && seen.kind === 'entry');
  state.last = seen;
  state.isFileStart = false;
  if (seen.kind === 'none') return;
  state.previous = state.chained;
  state.chained = seen;
}

interface ChainCheckOptions {
  readonly writer: string;
  /** Undefined if no seal can be checked. */
  readonly seal: Pick<AuditSeal, 'first' | 'last'> | undefined;
  readonly report: ReportFinding;
}

interface ChainState extends Pick<ChainCheckOptions, 'seal'> {
  readonly report: (finding: AuditFinding) => void;
  findings: number;
  last: SeenLine | undefined;
  /** The last two lines of the chain. */
  chained: SeenLine | undefined;
  previous: SeenLine | undefined;
  /** Two consecutive lines that do not fit: one of them was changed. */
  doubt: { readonly before: SeenLine; readonly after: SeenLine } | undefined;
  /** The line with the sealed number, and the line before it. */
  sealed: SeenLine | undefined;
  beforeSealed: SeenLine | undefined;
  isFileStart: boolean;
  missingFile: string | undefined;
  early: number;
  unsealed: number;
}

/** Checks the end of a chain against the seal; `file` is the file being written. */
function checkSealedEnd(state: ChainState, file: string): void {
  const { seal, last } = state;
  if (seal === undefined) return;
  const end = last?.seq ?? 0;
  if (end >= seal.last.seq) {
    checkSealedLine(state, seal.last, file);
    return;
  }
  const location = { file: last?.file ?? file, line: (last?.line ?? 0) + 1 };
  state.report({
    kind: 'removed_tail',
    ...location,
    text: findingTexts.removedTail(end, seal.last.seq),
  });
}

/**
 /**
  * A sealed line that differs: only that line was changed if the line before it is right; otherwise
  * the whole chain was recomputed.
  */
function checkSealedLine(state: ChainState, sealed: AuditSeal['last'], file: string): void {
  const { sealed: at, beforeSealed, findings, report } = state;
  if (at?.digest === sealed.digest) return;
  // A line already reported as changed or out of order explains the difference.
  if (at === undefined ? findings > 0 : at.isReported) return;
  if (at !== undefined && beforeSealed?.digest === sealed.prev) {
    report(altered(at, findingTexts.sealedLine));
    return;
  }
  const location = at === undefined ? { file } : { file: at.file, line: at.line };
  report({ kind: 'recomputed', ...location, text: findingTexts.recomputed(sealed.seq) });
}

export interface CheckedLine {
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly digest: string;
  /**
   * `entry`: part of the chain. `note`: part of the chain, records what a crash cost. `early`: an
   * entry that predates chained lines. `none`: anything else.
   */
  readonly kind: 'entry' | 'note' | 'early' | 'none';
  /** Undefined for a line outside the chain. */
  readonly mark: ChainMark | undefined;
}

/** A line and its number in the chain. */
interface SeenLine extends CheckedLine {
  readonly seq: number;
  /** True if the line already has a finding. */
  readonly isReported: boolean;
}

type ReportFinding = (finding: AuditFinding) => void;

const copyAdvice =
  'Copy the storage folder before it changes further, and find out who could write to it.';

function altered({ file, line }: CheckedLine, what: string): AuditFinding {
  return { kind: 'altered', file, line, text: `${what} ${copyAdvice}` };
}

export const findingTexts = {
  noEntry:
    'The line is not an audit entry. It was changed, or the machine lost power while writing it.',
  broken:
    'The next line was chained to different text: this line was changed after it was written.',
  inserted: 'The line was inserted between two existing lines.',
  otherWriter: 'The line was copied from the log of another window.',
  repeated: (seq: number) => `Entry ${seq} is out of order or appears twice.`,
  gap: (from: number, to: number) => `${entries(from, to)} are missing before this line.`,
  start: 'This is the first entry, but it is chained to something other than the line before it.',
  missingFile: (from: number, to: number) =>
    `The file that held ${entries(from, to)} is gone. Restore it from a backup. ${copyAdvice}`,
  removedHead: (seq: number, first: number) =>
    `The log begins with entry ${seq}, but its seal says ${first}, and retention did not remove the entries before it. ${copyAdvice}`,
  removedTail: (found: number, sealed: number) =>
    `${entries(found + 1, sealed)} are missing at the end, although the seal names them. ${copyAdvice}`,
  recomputed: (seq: number) =>
    `The lines match each other, but entry ${seq} is not the one that was sealed: the log was rewritten without the key. ${copyAdvice}`,
  sealedLine: 'The line was changed after it was sealed.',
  torn: (bytes: number) =>
    `The last line is incomplete (${bytes} bytes) after a crash. It was never confirmed as recorded. The next start removes it and notes that in the log.`,
  unfinished:
    'The file ends in the middle of a line, but it was complete when the log continued in a new file.',
  more: (count: number) => `${count} more lines of this log were changed.`,
  noKey: (reason: string) => `Seals cannot be checked: ${reason}`,
  noSeal: (newest: number) =>
    `The seal is missing, although ${newest} were made: entries removed at the end cannot be detected. ${copyAdvice}`,
  notProven: `The seal was changed or made with another key, so it proves nothing. Unless the secrets on this machine were reset, it was tampered with. ${copyAdvice}`,
  olderSeal: (number: number, newest: number) =>
    `Seal ${newest} was replaced with seal ${number}: later entries may have been removed. ${copyAdvice}`,
  found: (at: string, text: string) =>
    `Found on ${at} when a window opened the log: ${text} ${copyAdvice}`,
  early: (count: number) =>
    `The first ${count} lines predate chained entries: they can be read, but only the last one is proven.`,
} as const;

function entries(from: number, to: number): string {
  return from === to ? `Entry ${from}` : `Entries ${from} to ${to}`;
}
