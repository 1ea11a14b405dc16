import { fileTimestamp } from './file-stamp';
import type { FolderContext } from './folder-place';
import { repairJournal } from './journal-repair';
import { inFolder, segmentNameOf, journalTokenOf } from './names';
import type { WindowLock } from './window-lock';

/**
 * Makes segments of the journals of windows that are gone, by a rename each, so that nothing can be
 * there twice or not at all. The id of the file stays, and with it all places in it. The main window
 * only.
 */
export async function takeOverJournals(place: FolderContext, lock: WindowLock): Promise<void> {
  const { disk, folder, problems, clock } = place;
  // Listed before asking who is alive: a window that comes in between is not in the list.
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
  if (changed) await disk.flushFolder(folder);
}
