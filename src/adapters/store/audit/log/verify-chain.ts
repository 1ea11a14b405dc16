import { chainStart, type ChainMark } from './lines';
import type { AuditFinding } from '../../../../core/contracts/audit/entry';
import type { AuditSeal } from './seal';

/** Checks the lines of one writer, fed in order, against each other and against the seal. */
export interface ChainCheck {
  /** To be told before the first line of each file; `missing` is the one that should stand before it. */
  startFile(missing: string | undefined): void;
  add(line: CheckedLine): void;
  /** After the last line; `end` is the file that is being written. */
  finish(end: string): void;
  /** Entries that no seal names. */
  unsealed(): number;
}

export function createChainCheck({ writer, seal, report }: ChainCheckOptions): ChainCheck {
  let told = '';
  const state: ChainState = {
    seal,
    tell: (finding) => {
      state.findings += 1;
      const { kind, file, line } = finding;
      const place = `${kind} ${file} ${line ?? ''}`;
      if (place !== told) report(finding);
      told = place;
    },
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
  return {
    startFile: (missing) => {
      state.isFileStart = true;
      state.missingFile = missing;
    },
    add: (line) => {
      if (line.mark?.writer === writer && line.kind !== 'none') addChained(state, line, line.mark);
      else addOther(state, line);
    },
    finish: (end) => {
      const after = state.doubt?.after;
      const isSealedLine = after !== undefined && after.seq === seal?.last.seq;
      resolveDoubt(state, !isSealedLine || after.digest === seal.last.digest);
      checkSealedEnd(state, end);
      if (state.early === 0) return;
      report({ kind: 'unsealed', file: end, text: findingTexts.early(state.early) });
    },
    unsealed: () => state.unsealed + state.early,
  };
}

/** Of a line and the one after it that do not fit, `after` is right when the next line fits it. */
function resolveDoubt(state: ChainState, isAfterRight: boolean): void {
  if (state.doubt === undefined) return;
  const { before, after } = state.doubt;
  state.doubt = undefined;
  const changed = isAfterRight ? before : after;
  if (!before.isTold && !changed.isTold) state.tell(altered(changed, findingTexts.broken));
}

/** The line that this one was chained to; the ones behind that were put in between. */
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
  if (state.doubt === undefined && !chained.isTold) {
    state.tell(altered(chained, findingTexts.inserted));
  }
  resolveDoubt(state, false);
  return found;
}

function addChained(state: ChainState, line: CheckedLine, mark: ChainMark): void {
  const before = predecessorOf(state, line, mark);
  if (state.chained === undefined || before === undefined) {
    const isTold = reportFirst(state, line, mark);
    accept(state, { ...line, seq: mark.seq, isTold }, before);
    return;
  }
  const fits = mark.prev === before.digest;
  const isNext = mark.seq === before.seq + 1;
  resolveDoubt(state, fits && isNext);
  if (!isNext) {
    reportOrder(state, line, { seq: mark.seq, from: before.seq + 1 });
    // With the right line before it, only the number was changed.
    accept(state, { ...line, seq: fits ? before.seq + 1 : mark.seq, isTold: true }, before);
    return;
  }
  const seen = { ...line, seq: mark.seq, isTold: false };
  if (!fits) state.doubt = { before, after: seen };
  accept(state, seen, before);
}

/** A line that is not of this chain: from before there was one, or changed. */
function addOther(state: ChainState, line: CheckedLine): void {
  const { last } = state;
  if (line.kind === 'early' && state.chained === undefined) {
    state.early += 1;
    state.last = { ...line, seq: 0, isTold: false };
    return;
  }
  resolveDoubt(state, true);
  const isCopied = line.mark !== undefined && line.kind !== 'none';
  state.tell(altered(line, isCopied ? findingTexts.otherWriter : findingTexts.noEntry));
  accept(state, { ...line, kind: 'none', seq: (last?.seq ?? 0) + 1, isTold: true }, last);
}

/** True when the line has been told as wrong. */
function reportFirst(
  { seal, last, tell }: ChainState,
  line: CheckedLine,
  { seq, prev }: ChainMark,
): boolean {
  if (seal !== undefined && seq > seal.first.seq) {
    const text = findingTexts.removedHead(seq, seal.first.seq);
    tell({ kind: 'removed_head', file: line.file, line: line.line, text });
    return true;
  }
  if (seq !== 1 || prev === (last?.digest ?? chainStart.digest)) return false;
  tell(altered(line, findingTexts.start));
  return true;
}

function reportOrder(
  { isFileStart, missingFile, tell }: ChainState,
  line: CheckedLine,
  { seq, from }: { readonly seq: number; readonly from: number },
): void {
  if (seq < from) {
    tell(altered(line, findingTexts.repeated(seq)));
  } else if (!isFileStart) {
    tell(altered(line, findingTexts.gap(from, seq - 1)));
  } else {
    const place = missingFile === undefined ? { file: line.file, line: line.line } : undefined;
    const text = findingTexts.missingFile(from, seq - 1);
    tell({ kind: 'missing_file', file: missingFile ?? line.file, ...place, text });
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
  /** Undefined when none can be checked. */
  readonly seal: Pick<AuditSeal, 'first' | 'last'> | undefined;
  readonly report: ReportFinding;
}

/** What is known of the lines so far. */
interface ChainState extends Pick<ChainCheckOptions, 'seal'> {
  readonly tell: (finding: AuditFinding) => void;
  findings: number;
  last: SeenLine | undefined;
  /** The last two lines that are of the chain. */
  chained: SeenLine | undefined;
  previous: SeenLine | undefined;
  /** A line and the one after it that do not fit: one of the two was changed. */
  doubt: { readonly before: SeenLine; readonly after: SeenLine } | undefined;
  /** The line with the number that the seal names, and the one before it. */
  sealed: SeenLine | undefined;
  beforeSealed: SeenLine | undefined;
  isFileStart: boolean;
  missingFile: string | undefined;
  early: number;
  unsealed: number;
}

/** Checks the end of a chain against the seal; `file` is the one that is being written. */
function checkSealedEnd(state: ChainState, file: string): void {
  const { seal, last } = state;
  if (seal === undefined) return;
  const end = last?.seq ?? 0;
  if (end >= seal.last.seq) {
    checkSealedLine(state, seal.last, file);
    return;
  }
  const place = { file: last?.file ?? file, line: (last?.line ?? 0) + 1 };
  state.tell({
    kind: 'removed_tail',
    ...place,
    text: findingTexts.removedTail(end, seal.last.seq),
  });
}

/**
 * A sealed line that is another one than it was: it alone was changed when the line before it is
 * right, else all of them were computed anew.
 */
function checkSealedLine(state: ChainState, sealed: AuditSeal['last'], file: string): void {
  const { sealed: at, beforeSealed, findings, tell } = state;
  if (at?.digest === sealed.digest) return;
  // A line that is told as changed or out of order explains it.
  if (at === undefined ? findings > 0 : at.isTold) return;
  if (at !== undefined && beforeSealed?.digest === sealed.prev) {
    tell(altered(at, findingTexts.sealedLine));
    return;
  }
  const place = at === undefined ? { file } : { file: at.file, line: at.line };
  tell({ kind: 'recomputed', ...place, text: findingTexts.recomputed(sealed.seq) });
}

/** What a line is, and where it stands. */
export interface CheckedLine {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly digest: string;
  /**
   * `entry`: of the chain. `note`: of the chain, tells what a crash has cost. `early`: an entry from
   * before lines were chained. `none`: none of them.
   */
  readonly kind: 'entry' | 'note' | 'early' | 'none';
  /** Undefined for a line that is not of the chain. */
  readonly mark: ChainMark | undefined;
}

/** A line and the number that it stands for. */
interface SeenLine extends CheckedLine {
  readonly seq: number;
  /** True when it has a finding already. */
  readonly isTold: boolean;
}

type ReportFinding = (finding: AuditFinding) => void;

const copyAdvice =
  'Copy the storage folder before anything else changes it, and find out who could write there.';

function altered({ file, line }: CheckedLine, what: string): AuditFinding {
  return { kind: 'altered', file, line, text: `${what} ${copyAdvice}` };
}

export const findingTexts = {
  noEntry:
    'The line is no audit entry. Somebody has changed it, or the machine lost power while it was written.',
  broken:
    'The line is not the one that the next line was chained to: its text was changed after it was written.',
  inserted: 'The line was put in between two others after they were written.',
  otherWriter: 'The line was copied from the log of another window.',
  repeated: (seq: number) => `Entry ${seq} stands here out of order, or for the second time.`,
  gap: (from: number, to: number) => `${entries(from, to)} stood before this line and are gone.`,
  start: 'This is the first entry, but it is chained to something else than what stands before it.',
  missingFile: (from: number, to: number) =>
    `The file that held ${entries(from, to)} is gone. Restore it from a backup. ${copyAdvice}`,
  removedHead: (seq: number, first: number) =>
    `The log begins with entry ${seq}, but its seal says ${first}, and retention has not removed what was before. ${copyAdvice}`,
  removedTail: (found: number, sealed: number) =>
    `${entries(found + 1, sealed)} are missing at the end: the seal names them. ${copyAdvice}`,
  recomputed: (seq: number) =>
    `The lines fit one another, but entry ${seq} is not the one that was sealed: somebody has written the log anew without the key. ${copyAdvice}`,
  sealedLine: 'The line is not the one that was sealed: its text was changed.',
  torn: (bytes: number) =>
    `The last line is unfinished (${bytes} bytes), as a crash leaves it. No call was told that it was recorded. The next start cuts it off and says so in the log.`,
  unfinished: 'The file ends in the middle of a line, and it was whole when it got its number.',
  more: (count: number) => `${count} more lines of this log are not as they were written.`,
  noKey: (reason: string) => `No seal can be checked: ${reason}`,
  noSeal: (newest: number) =>
    `The seal is gone, although ${newest} were made: what was removed at the end cannot be found. ${copyAdvice}`,
  notProven: `The seal was altered, or made with another key, so it proves nothing. If the secrets of this machine were not reset, somebody changed it. ${copyAdvice}`,
  olderSeal: (number: number, newest: number) =>
    `Seal ${number} was put in the place of seal ${newest}: entries behind it may have been removed. ${copyAdvice}`,
  found: (at: string, text: string) =>
    `Found on ${at}, when a window opened the log: ${text} ${copyAdvice}`,
  early: (count: number) =>
    `The first ${count} lines are from before entries were chained: they can be read, but only the last of them is proven.`,
} as const;

function entries(from: number, to: number): string {
  return from === to ? `Entry ${from}` : `Entries ${from} to ${to}`;
}
