import type { AuditKey } from '../../core/ports/audit-log';
import type { AuditFilesContext } from './audit-files';
import { auditFilesByWriter, firstSlot, mainWriter, writerOfSeal } from './audit-names';

/**
 * Every writer of the folder: those that have files or a seal, and those whose seals are remembered
 * beside the key although nothing is left of them.
 */
export async function knownWriters(
  { disk, folder }: AuditFilesContext,
  key: AuditKey,
): Promise<readonly string[]> {
  const names = await disk.names(folder);
  const writers = new Set(auditFilesByWriter(names).keys());
  for (const name of names) {
    const writer = writerOfSeal(name);
    if (writer !== undefined) writers.add(writer);
  }
  if (await hasSeals(key, mainWriter)) writers.add(mainWriter);
  // Numbers are given from the smallest on, so that there are no gaps.
  for (let slot = firstSlot; await hasSeals(key, String(slot)); slot += 1) {
    writers.add(String(slot));
  }
  return [...writers];
}

/** False too when the secrets do not open: that is told where the key is needed. */
async function hasSeals(key: AuditKey, writer: string): Promise<boolean> {
  const newest = await key.newest(writer);
  return newest.ok && newest.value > 0;
}
