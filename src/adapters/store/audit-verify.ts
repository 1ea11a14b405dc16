import { setImmediate } from 'node:timers/promises';
import type { AuditFinding, AuditVerdict } from '../../core/contracts/audit-trail';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { AuditKey, AuditTrail } from '../../core/ports/audit-log';
import { filesOf } from './audit-files';
import { knownWriters } from './audit-known-writers';
import { auditFilesByWriter, mainWriter, sealFileName, type AuditFile } from './audit-names';
import { findingTexts } from './audit-verify-line';
import { checkWriter, type VerifyContext, type WriterVerdict } from './audit-verify-writer';
import { withFile } from './disk';
import { inFolder } from './names';

/** The log of a window may get a new file while it is read; then it is read again. */
const maxTries = 5;

const verifyCancelled = failure('cancelled', 'Verifying the audit log was cancelled.', {
  suggestion: 'Run "Gatehouse: Verify Audit Log" again.',
});

/** Reads every audit file once and checks it against chain and seals (security section 9). */
export async function verifyAudit(
  place: VerifyContext,
  { signal, onProgress }: Parameters<AuditTrail['verify']>[0],
): Promise<Result<AuditVerdict>> {
  const total = await totalBytes(place);
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
    for (const writer of await knownWriters(place, place.auditKey)) {
      signal.throwIfAborted();
      verdicts.push(await checkStable(place, writer, step));
    }
    onProgress?.(1);
    return succeed(sumUp(verdicts, await keyFindings(place.auditKey)));
  } catch (error) {
    if (signal.aborted) return fail(verifyCancelled);
    throw error;
  }
}

async function checkStable(
  place: VerifyContext,
  writer: string,
  step: (bytes: number) => Promise<void>,
): Promise<WriterVerdict> {
  let files = await filesOf(place, writer);
  for (let tries = 1; ; tries += 1) {
    const verdict = await checkWriter(place, { writer, files, step });
    const now = await filesOf(place, writer);
    if (tries === maxTries || isSame(files, now)) return verdict;
    files = now;
  }
}

function isSame(a: readonly AuditFile[], b: readonly AuditFile[]): boolean {
  return a.map(({ name }) => name).join() === b.map(({ name }) => name).join();
}

/** Without the key, no seal says anything: told once for all writers. */
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
      total += (await withFile(disk, inFolder(folder, name), (file) => file.size())) ?? 0;
    }
  }
  return total;
}
