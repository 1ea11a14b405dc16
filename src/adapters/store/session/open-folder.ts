import { openAudit, type OpenAudit } from '../audit/log/open-log';
import {
  fileTimestamp,
  databaseName,
  inFolder,
  journalName,
  journalNameOf,
  segmentIdOf,
  segmentNameOf,
  journalTokenOf,
} from '../disk/file-names';
import { openJournal, type Journal, repairJournal } from '../journal/journal';
import type { Disk } from '../../system/disk';
import type { StoreFolder } from '../disk/file-names';
import { withFile } from '../../system/whole-file';
import { fencedDisk, removeDeadLocks, takeLock, type WindowLock } from '../disk/window-lock';
import type { Ids } from '../../../core/ports/system';
import type { Processes } from '../../system/processes';
import type { AuditContext } from '../audit/log/files';
import { findRecords, startOf } from '../journal/format';

/** A storage folder opened for writing. */
export interface OpenFolder {
  readonly lock: WindowLock;
  /** Rejects changes once the lock is no longer held. */
  readonly disk: Disk;
  readonly audit: OpenAudit;
  readonly journal: Journal;
  readonly journalName: string;
  /** Waits for pending writes, then releases the folder. */
  close(): Promise<void>;
}

/** Opens the folder as its main window, or as a second one with files of its own. */
export async function openFolder(context: FolderContext): Promise<OpenFolder> {
  await context.disk.makeFolder(context.folder);
  const lock = await takeLock(context);
  const held = { ...context, disk: fencedDisk(context.disk, () => lock.isHeld()) };
  try {
    await removeDeadLocks(held, lock);
    if (lock.role === 'main') {
      await removeTemporaries(held);
      await takeOverJournals(held, lock);
    }
    return await openFiles(held, lock);
  } catch (error) {
    // Report the first error; a leftover lock goes stale.
    await lock.release().catch(() => undefined);
    throw error;
  }
}

async function openFiles(context: FolderContext, lock: WindowLock): Promise<OpenFolder> {
  const { disk, folder, problems, clock } = context;
  const token = lock.role === 'main' ? undefined : lock.token;
  const name = token === undefined ? journalName : journalNameOf(token);
  const path = inFolder(folder, name);
  const journal = await openJournal({
    ...{ disk, path, problems, stamp: fileTimestamp(clock), token },
    isHeld: () => lock.isHeld(),
    highestSeq: () => (token === undefined ? highestSeqOf(context) : Promise.resolve(0)),
  });
  const audit = await openAudit(context, lock);
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

/** Removes unfinished files of the previous main window. */
async function removeTemporaries({ disk, folder }: FolderContext): Promise<void> {
  for (const name of await disk.names(folder)) {
    if (!name.endsWith('.tmp')) continue;
    const target = name.slice(0, -'.tmp'.length);
    const isOfMain =
      target === databaseName || target === journalName || segmentIdOf(target) !== undefined;
    if (isOfMain) await disk.remove(inFolder(folder, name));
  }
}

export interface FolderContext extends AuditContext {
  readonly ids: Ids;
  readonly processes: Processes;
}

/**
 * Turns journals of dead windows into segments, each with one rename, so that no record is
 * duplicated or lost. File ids and stored locations stay valid. Main window only.
 */
export async function takeOverJournals(context: FolderContext, lock: WindowLock): Promise<void> {
  const { disk, folder, problems, clock } = context;
  // Listed before checking for live windows: a window that arrives meanwhile is not in the list.
  const names = await disk.names(folder);
  if (!names.some((name) => journalTokenOf(name) !== undefined)) return;
  const alive = await lock.others();
  let changed = false;
  for (const name of names) {
    const token = journalTokenOf(name);
    if (token === undefined || alive.has(token)) continue;
    const path = inFolder(folder, name);
    const repaired = await repairJournal({ disk, path, problems, stamp: fileTimestamp(clock) });
    changed = true;
    if (repaired === undefined) continue;
    if (repaired.records === 0) await disk.remove(path);
    else await disk.rename(path, inFolder(folder, segmentNameOf(token)));
  }
  if (changed) await disk.flushPath(folder);
}

/** The highest sequence number of all segments, for a new journal. */
async function highestSeqOf({ disk, folder }: StoreFolder): Promise<number> {
  let highest = 0;
  for (const name of await disk.names(folder)) {
    if (segmentIdOf(name) === undefined) continue;
    await withFile(disk, inFolder(folder, name), async (file) => {
      const { end } = await findRecords(file, await startOf(file), () => undefined);
      highest = Math.max(highest, end.seq);
    });
  }
  return highest;
}
