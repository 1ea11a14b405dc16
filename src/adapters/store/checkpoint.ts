import type { Disk } from './disk';
import { replaceFile } from './disk';
import type { Loaded } from './feed';
import { databaseName, inFolder, journalName } from './names';
import { stampOf, type FolderPlace, type OpenFolder } from './open-folder';
import { compact } from './prune';
import { firstRecordAt } from './record-format';

export interface CheckpointPlace extends FolderPlace {
  readonly opened: OpenFolder;
}

/**
 * Writes the database to its file, then starts a new journal without what is now in there. A crash
 * at any point leaves an old or a new database and a journal that may repeat, never miss, a record.
 * Answers false when this window may not.
 */
export async function checkpoint(place: CheckpointPlace, loaded: Loaded): Promise<boolean> {
  const { disk, folder, opened } = place;
  const { database, mayReplace, journals } = loaded;
  const mayWrite = () => opened.lock.role === 'main' && opened.lock.isHeld();
  if (!mayReplace || !mayWrite()) return false;
  compact(database);
  await replaceFile(disk, inFolder(folder, databaseName), database.export());
  const at = journals.get(journalName);
  if (at === undefined || !mayWrite()) return true;
  if (at.skipped > 0) await keepSkipped(place, disk);
  await opened.journal.restartAfter(at);
  journals.set(journalName, {
    seq: at.seq,
    startSeq: at.seq,
    offset: firstRecordAt,
    skipped: 0,
  });
  return true;
}

/** The new journal will not have the records of an unknown kind. */
async function keepSkipped({ folder, clock, problems }: CheckpointPlace, disk: Disk) {
  const name = `${journalName}.skipped-${stampOf(clock)}`;
  await disk.copy(inFolder(folder, journalName), inFolder(folder, name));
  problems.report(`Records of an unknown kind were kept in ${name}.`);
}
