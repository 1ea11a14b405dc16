import { filesOf, firstPoint, lastTime } from './audit-files';
import type { AuditFile } from './audit-names';
import type { AuditContext } from './audit-place';
import type { AuditSeal } from './audit-seal';
import { inFolder } from './names';

/** Files that are past their time, and what the log begins with without them. */
export interface Expired {
  readonly files: readonly AuditFile[];
  readonly first: AuditSeal['first'];
}

const dayMs = 86_400_000;

/**
 * Finds the oldest files of a writer whose last entry is older than the setting allows: whole files
 * only, and never the one that is being written. Undefined when there is nothing to remove.
 */
export async function findExpired(place: AuditContext, writer: string): Promise<Expired | undefined> {
  const days = place.limits.auditRetentionDays();
  if (days === 0) return undefined;
  const before = place.clock.now() - days * dayMs;
  const files = await filesOf(place, writer);
  const expired: AuditFile[] = [];
  for (const file of files) {
    const at = file.number === undefined ? undefined : await lastTime(place, file);
    if (at === undefined || at >= before) break;
    expired.push(file);
  }
  if (expired.length === 0) return undefined;
  const first = await firstPoint(place, files.slice(expired.length));
  return first && { files: expired, first: { seq: first.seq, digest: first.digest } };
}

/** After the seal that names the new beginning: a crash in between removes them the next time. */
export async function removeExpired(
  { disk, folder }: AuditContext,
  { files }: Expired,
): Promise<void> {
  for (const { name } of files) await disk.remove(inFolder(folder, name));
  await disk.flushFolder(folder);
}
