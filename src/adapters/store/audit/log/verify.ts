import { setImmediate } from 'node:timers/promises';
import type { AuditFinding, AuditVerdict } from '../../../../core/contracts/audit/entry';
import { failure, fail, succeed, type Result } from '../../../../core/contracts/failure';
import type { AuditKey, AuditTrail } from '../../../../core/ports/audit-log';
import {
  filesOf,
  knownWriters,
  auditFilesByWriter,
  mainWriter,
  sealFileName,
  type AuditFile,
  auditFileName,
} from './files';
import { findingTexts, ChainCheck, type CheckedLine } from './verify-chain';
import { sizeOf, withFile } from '../../../system/whole-file';
import type { StoreFolder } from '../../disk/file-names';
import { inFolder } from '../../disk/file-names';
import { parseMark, isCutLine, parseEntry, scanLines, type AuditLine } from './lines';
import { readSeal, type AuditSeal } from './seal';

/**
 * The files may change while they are read, for example when one is rotated: then it starts over.
 */
const maxTries = 5;

const verifyCancelled = failure('cancelled', 'Verifying the audit log was cancelled.', {
  suggestion: 'Run "Gatehouse: Verify Audit Log" again.',
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
      verdicts.push(await checkStable(context, writer, step));
    }
    onProgress?.(1);
    return succeed(sumUp(verdicts, await keyFindings(context.auditKey)));
  } catch (error) {
    if (signal.aborted) return fail(verifyCancelled);
    throw error;
  }
}

async function checkStable(
  context: VerifyContext,
  writer: string,
  step: (bytes: number) => Promise<void>,
): Promise<WriterVerdict> {
  let files = await filesOf(context, writer);
  for (let tries = 1; ; tries += 1) {
    const verdict = await checkWriter(context, { writer, files, step });
    const now = await filesOf(context, writer);
    if (tries === maxTries || isSame(files, now)) return verdict;
    files = now;
  }
}

function isSame(a: readonly AuditFile[], b: readonly AuditFile[]): boolean {
  return a.map(({ name }) => name).join() === b.map(({ name }) => name).join();
}

/** Without the key, no seal can be checked: one finding for all writers. */
async function keyFindings(key: AuditKey): Promise<readonly AuditFinding[]> {
  const got = await key.get();
  if (got.ok) return [];
  const { message, suggestion } = got.failure;
  return [
    {
      kind: 'unsealed',
      file: sealFileName(mainWriter),
      text: findingTexts.noKey(`${message} ${suggestion}`),
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
  const seal = await sealOf(context, writer, report);
  const check = new ChainCheck({ writer, seal, report });
  let entries = 0;
  for (const [index, file] of files.entries()) {
    check.startFile(missingBetween(files[index - 1], file));
    entries += (await checkFile(context, { ...log, file, check, report })) ?? 0;
  }
  const end = auditFileName(writer);
  check.finish(files.at(-1)?.name ?? end);
  if (more > 0) findings.push({ kind: 'altered', file: end, text: findingTexts.more(more) });
  return { entries, files: files.length, unsealed: check.unsealed(), findings };
}

/** The seal to check the log against; reports why there is none. */
async function sealOf(
  context: VerifyContext,
  writer: string,
  report: (finding: AuditFinding) => void,
): Promise<AuditSeal | undefined> {
  const { auditKey } = context;
  const key = await auditKey.get();
  const newest = await auditKey.newest(writer);
  if (!key.ok || !newest.ok) return undefined;
  const file = sealFileName(writer);
  const unsealed = (text: string): void => report({ kind: 'unsealed', file, text });
  const read = await readSeal(context, writer, key.value);
  if (read.state === 'unproven') unsealed(findingTexts.notProven);
  if (read.state === 'missing' && newest.value > 0) unsealed(findingTexts.noSeal(newest.value));
  if (read.state !== 'proven') return undefined;
  const { seal } = read;
  if (seal.number < newest.value) unsealed(findingTexts.olderSeal(seal.number, newest.value));
  for (const { kind, at, text } of seal.breaks) {
    const where = kind === 'unsealed' ? file : auditFileName(writer);
    report({ kind, file: where, text: findingTexts.found(at, text) });
  }
  return seal;
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
        entries += Number(read.kind === 'entry' || read.kind === 'early');
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
  const base = { file, line, digest: one.digest, mark };
  if (one.bytes > parsedBytes) return { ...base, kind: mark === undefined ? 'none' : 'entry' };
  const isEntry = parseEntry(text) !== undefined;
  if (isEntry) return { ...base, kind: mark === undefined ? 'early' : 'entry' };
  return { ...base, kind: mark !== undefined && isCutLine(text) ? 'note' : 'none' };
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
