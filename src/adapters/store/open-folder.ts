import { takeOverJournals } from './adopt-journals';
import { openAudit, type OpenAudit } from './audit-open';
import { fileTimestamp } from './file-stamp';
import type { FolderContext } from './folder-place';
import { openJournal, type Journal } from './journal-file';
import type { Disk } from './disk';
import { fencedDisk } from './held-disk';
import { databaseName, inFolder, journalName, journalNameOf, segmentIdOf } from './names';
import { highestSeqOf } from './highest-seq';
import { removeDeadLocks, takeLock, type WindowLock } from './window-lock';

/** A storage folder that this window writes in. */
export interface OpenFolder {
  readonly lock: WindowLock;
  /** Changes nothing once the lock is no longer held. */
  readonly disk: Disk;
  readonly audit: OpenAudit;
  readonly journal: Journal;
  readonly journalName: string;
  /** Waits for what was appended, then closes and lets go of the folder. */
  close(): Promise<void>;
}

/** Opens the folder as its main window, or as a second one with files of its own. */
export async function openFolder(place: FolderContext): Promise<OpenFolder> {
  await place.disk.makeFolder(place.folder);
  const lock = await takeLock(place);
  const held = { ...place, disk: fencedDisk(place.disk, () => lock.isHeld()) };
  try {
    if (lock.role === 'main') {
      await removeDeadLocks(held, lock);
      await removeTemporaries(held);
      await takeOverJournals(held, lock);
    }
    return await openFiles(held, lock);
  } catch (error) {
    // The first error is the one to tell; a lock left behind goes stale.
    await lock.release().catch(() => undefined);
    throw error;
  }
}

async function openFiles(place: FolderContext, lock: WindowLock): Promise<OpenFolder> {
  const { disk, folder, problems, clock } = place;
  const token = lock.role === 'main' ? undefined : lock.token;
  const name = token === undefined ? journalName : journalNameOf(token);
  const path = inFolder(folder, name);
  const journal = await openJournal({
    ...{ disk, path, problems, stamp: fileTimestamp(clock), token },
    isHeld: () => lock.isHeld(),
    highestSeq: () => (token === undefined ? highestSeqOf(place) : Promise.resolve(0)),
  });
  const audit = await openAudit(place, lock);
  return {
    lock,
    disk,
    audit,
    journal,
    journalName: name,
    close: async () => {
      const closing = await Promise.allSettled([audit.close(), journal.close()]);
      try {
        if (lock.role === 'second' && journal.isEmpty()) await disk.remove(path);
      } finally {
        await lock.release();
      }
      for (const one of closing) if (one.status === 'rejected') throw one.reason;
    },
  };
}

/** Files that were not renamed into place, of the main window before. */
async function removeTemporaries({ disk, folder }: FolderContext): Promise<void> {
  for (const name of await disk.names(folder)) {
    if (!name.endsWith('.tmp')) continue;
    const target = name.slice(0, -'.tmp'.length);
    const isOfMain =
      target === databaseName || target === journalName || segmentIdOf(target) !== undefined;
    if (isOfMain) await disk.remove(inFolder(folder, name));
  }
}
