import { chainStart, type ChainMark } from './audit-chain';
import { altered, findingTexts, type CheckedLine, type SeenLine } from './audit-verify-line';
import type { ChainCheckOptions, ChainState } from './audit-verify-state';
import { checkSealedEnd } from './audit-verify-seal';

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
function predecessorOf(state: ChainState, line: CheckedLine, mark: ChainMark): SeenLine | undefined {
  const { last, chained, previous } = state;
  const isCopy = line.digest === chained?.digest;
  const found = [last, chained, isCopy ? undefined : previous].find(
    (one) => one !== undefined && mark.seq === one.seq + 1 && mark.prev === one.digest,
  );
  if (found === undefined || found !== previous || chained === undefined) return found ?? last;
  if (state.doubt === undefined && !chained.isTold) state.tell(altered(chained, findingTexts.inserted));
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
