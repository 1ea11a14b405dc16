import { say } from '../../../../core/base/sentence';
import { setImmediate } from 'node:timers/promises';
import {
  isTampering,
  type AuditFinding,
  type AuditVerdict,
} from '../../../../core/contracts/audit/entry';
import {
  failure,
  fail,
  succeed,
  type Result,
  saidWithAdvice,
} from '../../../../core/contracts/failure';
import type { AuditKey, AuditTrail, SealedLog } from '../../../../core/ports/audit-log';
import type { Clock } from '../../../../core/ports/system';
import { knownWriters, readFilesOf } from './files';
import {
  auditFilesByWriter,
  mainWriter,
  sealFileName,
  type AuditFile,
  auditFileName,
} from './audit-names';
import { findingTexts, ChainCheck, type CheckedLine } from './verify-chain';
import { sizeOf, withFile } from '../../../system/whole-file';
import type { StoreFolder } from '../../disk/file-names';
import { inFolder } from '../../disk/file-names';
import { parseMark, scanLines, type AuditLine } from './lines';
import { parseEntry, parseNote, timeOf } from './entries';
import { readSeal, sealKeys, type AuditSeal, type ReadSeal } from './seal';
import type { UnsealedEntries } from './unsealed';

const verifyCancelled = failure('cancelled', say`Verifying the audit log was cancelled.`, {
  suggestion: say`Run "Gatehouse: Verify Audit Log" again.`,
});

/** Reads every audit file once and checks it against chain and seals (decision audit-seals). */
export async function verifyAudit(
  context: VerifyContext,
  { signal, onProgress }: Parameters<AuditTrail['verify']>[0],
): Promise<Result<AuditVerdict>> {
  const total = await totalBytes(context);
  let done = 0;
  let shown = 0;
  const step = async (bytes: number): Promise<void> => {
    done += bytes;
    shown = Math.max(shown, Math.min(1, done / Math.max(1, total)));
    onProgress?.(shown);
    await setImmediate();
    signal.throwIfAborted();
  };
  try {
    const verdicts: WriterVerdict[] = [];
    for (const writer of await knownWriters(context, context.auditKey)) {
      signal.throwIfAborted();
      // The files may change while they are read: then they are read again.
      const check = (files: readonly AuditFile[]) => checkWriter(context, { writer, files, step });
      verdicts.push(await readFilesOf(context, writer, check));
    }
    onProgress?.(1);
    return succeed(sumUp(verdicts, await keyFindings(context.auditKey)));
  } catch (error) {
    if (signal.aborted) return fail(verifyCancelled);
    throw error;
  }
}

/** Without the key, no seal can be checked: one finding for all writers. */
async function keyFindings(key: AuditKey): Promise<readonly AuditFinding[]> {
  const got = await key.get();
  if (got.ok) return [];
  return [
    {
      kind: 'unsealed',
      file: sealFileName(mainWriter),
      text: findingTexts.noKey(saidWithAdvice(got.failure)),
    },
  ];
}

function sumUp(
  verdicts: readonly WriterVerdict[],
  findings: readonly AuditFinding[],
): AuditVerdict {
  const sum = (part: (one: WriterVerdict) => number) =>
    verdicts.reduce((total, one) => total + part(one), 0);
  return {
    entries: sum(({ entries }) => entries),
    files: sum(({ files }) => files),
    writers: verdicts.length,
    unsealed: sum(({ unsealed }) => unsealed),
    findings: [...findings, ...verdicts.flatMap((one) => one.findings)],
  };
}

async function totalBytes({ disk, folder }: VerifyContext): Promise<number> {
  let total = 0;
  for (const files of auditFilesByWriter(await disk.names(folder)).values()) {
    for (const { name } of files) {
      total += await sizeOf(disk, inFolder(folder, name));
    }
  }
  return total;
}

interface VerifyContext extends StoreFolder {
  readonly clock: Pick<Clock, 'now'>;
  readonly auditKey: AuditKey;
  readonly own: OwnLog;
}

/** The state of this window's own log, and the other writers in use. */
export interface OwnLog {
  readonly writer: string;
  /** Flushed size of the file being written. */
  flushedSize(): number;
  /** Writers in use by open windows. */
  busy(): Promise<ReadonlySet<string>>;
}

interface WriterVerdict {
  readonly entries: number;
  readonly files: number;
  readonly unsealed: number;
  readonly findings: readonly AuditFinding[];
}

export interface WriterLog {
  readonly writer: string;
  readonly files: readonly AuditFile[];
  /** Call with the number of bytes read; yields to other work. */
  readonly step: (bytes: number) => Promise<void>;
}

/** Longer lines are identified by digest and chain position only. */
const parsedBytes = 1024 * 1024;

const maxFindings = 100;

/** Checks one writer's files. The seal is read first, so it is never newer than the files. */
async function checkWriter(context: VerifyContext, log: WriterLog): Promise<WriterVerdict> {
  const { writer, files } = log;
  const findings: AuditFinding[] = [];
  let more = 0;
  const report = (finding: AuditFinding): void => {
    // Findings from the seal come last and are always included.
    if (findings.length < maxFindings || finding.kind !== 'altered') findings.push(finding);
    else more += 1;
  };
  const found = await sealOf(context, log, report);
  const seal = files.length === 0 ? undefined : found?.seal;
  const check = new ChainCheck({ writer, seal, report });
  let entries = 0;
  for (const [index, file] of files.entries()) {
    check.startFile(missingBetween(files[index - 1], file));
    entries += (await checkFile(context, { ...log, file, check, report })) ?? 0;
  }
  const end = auditFileName(writer);
  check.finish(files.at(-1)?.name ?? end);
  if (more > 0) findings.push({ kind: 'altered', file: end, text: findingTexts.more(more) });
  if (found !== undefined && !findings.some(({ kind }) => isTampering(kind))) {
    findings.push(...(await unsealedFindings(context, writer, check.unsealed())));
  }
  return { entries, files: files.length, unsealed: check.unsealed().count, findings };
}

/** Milliseconds after which an open window has sealed its entries. */
const openMs = 10_000;

/** Entries after the last seal, unless an open window has just written them. */
async function unsealedFindings(
  { own, clock }: VerifyContext,
  writer: string,
  unsealed: UnsealedEntries,
): Promise<readonly AuditFinding[]> {
  const found = unsealed.finding();
  if (found === undefined) return [];
  const file = auditFileName(writer);
  const isSlot = writer === mainWriter || /^[1-9]\d*$/.test(writer);
  if (!isSlot) return [{ kind: 'added', file, text: findingTexts.unknownWriter }];
  const isYoung = clock.now() - (unsealed.first ?? 0) <= openMs;
  if (isYoung && (await own.busy()).has(writer)) return [];
  return [{ kind: found.kind, file, text: findingTexts.unsealed(found.text) }];
}

/** Reads the seal and reports what is wrong with it; undefined if nothing can be said without one. */
async function sealOf(
  context: VerifyContext,
  { writer, files }: WriterLog,
  report: (finding: AuditFinding) => void,
): Promise<{ readonly seal: AuditSeal | undefined } | undefined> {
  const keys = await sealKeys(context.auditKey, writer);
  // What is being erased may be there or gone.
  if (!keys.ok || keys.value.sealed?.isErasing === true) return undefined;
  const { sealed } = keys.value;
  const read = await readSeal(context, writer, keys.value);
  const seal = read.state === 'proven' ? read.seal : undefined;
  const newest = files.length === 0 ? newestOf(sealed, seal) : 0;
  if (newest > 0) {
    const text = findingTexts.missingLog(newest);
    report({ kind: 'missing_log', file: auditFileName(writer), text });
    return undefined;
  }
  for (const { kind, text } of [...sealFindings(read, sealed), ...breakFindings(seal)]) {
    const file = kind.endsWith('_seal') ? sealFileName(writer) : auditFileName(writer);
    report({ kind, file, text });
  }
  return { seal };
}

function newestOf(sealed: SealedLog | undefined, seal: AuditSeal | undefined): number {
  return Math.max(sealed?.number ?? 0, seal?.number ?? 0);
}

type SealFinding = Pick<AuditFinding, 'kind' | 'text'>;

function breakFindings(seal: AuditSeal | undefined): readonly SealFinding[] {
  const breaks = seal?.breaks ?? [];
  return breaks.map(({ kind, at, text }) => ({ kind, text: findingTexts.found(at, text) }));
}

/** What is wrong with the seal itself, by what secret storage holds. */
function sealFindings(read: ReadSeal, sealed: SealedLog | undefined): readonly SealFinding[] {
  const newest = sealed?.number ?? 0;
  if (read.state === 'foreign') return [{ kind: 'foreign_seal', text: findingTexts.foreignSeal }];
  if (read.state === 'missing') {
    return newest === 0 ? [] : [{ kind: 'missing_seal', text: findingTexts.missingSeal(newest) }];
  }
  if (sealed === undefined) return [{ kind: 'unproven', text: findingTexts.unknownSeal }];
  const { number } = read.seal;
  if (number >= newest) return [];
  return [{ kind: 'older_seal', text: findingTexts.olderSeal(number, newest) }];
}

/** The name of a file that is missing between two, by their numbers. */
function missingBetween(before: AuditFile | undefined, file: AuditFile): string | undefined {
  if (before?.number === undefined) return undefined;
  const next = before.number + 1;
  return file.number === next ? undefined : auditFileName(file.writer, next);
}

interface CheckedFile extends WriterLog {
  readonly file: AuditFile;
  readonly check: ChainCheck;
  readonly report: (finding: AuditFinding) => void;
}

/** Returns the number of entries in the file. */
async function checkFile(
  context: VerifyContext,
  checked: CheckedFile,
): Promise<number | undefined> {
  const { file, check, step } = checked;
  const { own } = context;
  return withFile(context.disk, inFolder(context.folder, file.name), async (opened) => {
    const isOwn = file.writer === own.writer && file.number === undefined;
    const to = isOwn ? own.flushedSize() : await opened.size();
    let line = 0;
    let entries = 0;
    let from = 0;
    for await (const chunk of scanLines(opened, {
      from,
      to,
      maxLineBytes: parsedBytes,
      digests: true,
    })) {
      for (const one of chunk.lines) {
        line += 1;
        const read = readCheckedLine(one, file.name, line);
        entries += Number(read.kind === 'entry');
        check.add(read);
      }
      await step(chunk.next - from);
      from = chunk.next;
    }
    if (from < to) await checkEnd(context, checked, { line: line + 1, bytes: to - from });
    return entries;
  });
}

function readCheckedLine(one: AuditLine, file: string, line: number): CheckedLine {
  const text = one.head.toString();
  const mark = parseMark(text);
  const isEntry = one.bytes > parsedBytes || parseEntry(text) !== undefined;
  const kind = (mark && (isEntry ? 'entry' : parseNote(text))) ?? 'none';
  const at = isEntry ? timeOf(text) : undefined;
  return { file, line, digest: one.digest, mark, at, kind };
}

/** An incomplete line: being written now, left by a crash, or cut. */
async function checkEnd(
  { own }: VerifyContext,
  { file, writer, report }: CheckedFile,
  { line, bytes }: { readonly line: number; readonly bytes: number },
): Promise<void> {
  if (file.number !== undefined) {
    report({ kind: 'altered', file: file.name, line, text: findingTexts.unfinished });
  } else if (!(await own.busy()).has(writer)) {
    report({ kind: 'torn', file: file.name, line, text: findingTexts.torn(bytes) });
  }
}
