import type { Clock } from '../../core/ports/clock';
import type { Ids } from '../../core/ports/ids';
import type { AppendFile } from './append-file';
import { openAuditFile } from './audit-file';
import type { Disk } from './disk';
import { openJournal, type Journal } from './journal-file';
import { mergeWriters, undoHalfMerges, type Seen } from './merge';
import { auditName, auditNameOf, databaseName, inFolder } from './names';
import { journalName, journalNameOf, writerFiles } from './names';
import type { Problems } from './problems';
import { removeDeadLocks, takeLock, type WindowLock } from './window-lock';

export interface FolderPlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly problems: Problems;
}

/** A storage folder that this window writes in. */
export interface OpenFolder {
  readonly lock: WindowLock;
  readonly audit: AppendFile;
  readonly auditName: string;
  readonly journal: Journal;
  readonly journalName: string;
  /** Waits for what was appended, then closes and lets go of the folder. */
  close(): Promise<void>;
}

/** Opens the folder as its main window, or as a second one with files of its own. */
export async function openFolder(place: FolderPlace): Promise<OpenFolder> {
  const { disk, folder, problems } = place;
  await disk.makeFolder(folder);
  const lock = await takeLock(place);
  try {
    if (lock.role === 'main') return await openMain(place, lock);
    problems.report(
      'Another window uses the same storage. Nothing is lost: this window keeps files of its own, which the next start joins to the others.',
    );
    const names = { audit: auditNameOf(lock.token), journal: journalNameOf(lock.token) };
    return await openFiles(place, lock, names);
  } catch (error) {
    // The first error is the one to tell; a lock left behind goes stale.
    await lock.release().catch(() => undefined);
    throw error;
  }
}

async function openMain(place: FolderPlace, lock: WindowLock): Promise<OpenFolder> {
  await removeDeadLocks(place, lock);
  const names = await place.disk.names(place.folder);
  const seen = { names, alive: await lock.others() };
  await removeTemporaries(place, seen);
  const merge = { ...place, stamp: stampOf(place.clock) };
  await undoHalfMerges(merge);
  const opened = await openFiles(place, lock, { audit: auditName, journal: journalName });
  try {
    await mergeWriters(merge, opened, seen);
    return opened;
  } catch (error) {
    // The error of the merge is the one to tell.
    await opened.close().catch(() => undefined);
    throw error;
  }
}

async function openFiles(
  place: FolderPlace,
  lock: WindowLock,
  names: { readonly audit: string; readonly journal: string },
): Promise<OpenFolder> {
  const { disk, folder, problems, clock } = place;
  const journalPath = inFolder(folder, names.journal);
  const auditPath = inFolder(folder, names.audit);
  const audit = await openAuditFile({ disk, path: auditPath, problems });
  const journal = await openJournal({ disk, path: journalPath, problems, stamp: stampOf(clock) });
  return {
    lock,
    audit,
    auditName: names.audit,
    journal,
    journalName: names.journal,
    close: async () => {
      const closing = await Promise.allSettled([audit.close(), journal.close()]);
      try {
        if (lock.role === 'second' && journal.isEmpty()) await disk.remove(journalPath);
      } finally {
        await lock.release();
      }
      for (const one of closing) if (one.status === 'rejected') throw one.reason;
    },
  };
}

/** Files that were not renamed into place, of this window's predecessors. */
async function removeTemporaries(
  { disk, folder }: FolderPlace,
  { names, alive }: Seen,
): Promise<void> {
  for (const name of names) {
    const target = name.endsWith('.tmp') ? name.slice(0, -'.tmp'.length) : '';
    const token = writerFiles([target])[0]?.token;
    if (target !== databaseName && writerFiles([target]).length === 0) continue;
    if (token === undefined || !alive.has(token)) await disk.remove(inFolder(folder, name));
  }
}

/** A time that may stand in a file name. */
export function stampOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
}
