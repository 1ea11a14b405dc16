import { dirname } from 'node:path';
import * as z from 'zod';
import { compact } from './compaction';
import { openDatabase, type StoreDatabase } from '../database/database';
import { withFile, writeTemporary } from '../disk/disk';
import type { IndexContext, LoadedIndex } from './catch-up';
import { databaseName, inFolder } from '../disk/file-names';
import { vacuum } from './prune';
import { firstRecordAt } from '../journal/format';
import { deleteRecordFiles, insertRecordFile, selectFilesOfGone } from '../database/schema';

export interface CheckpointLimits {
  /** Size from which a journal is sealed. */
  readonly sealBytes: number;
  /** Of all records. */
  readonly maxBytes: () => number;
}

export interface CheckpointWork {
  readonly limits: CheckpointLimits;
  /** Files whose text has to go. */
  readonly doomed: ReadonlySet<string>;
  /** Takes in what was written since; false when files are gone. */
  readonly takeNew: () => Promise<boolean>;
}

const fileNamesSchema = z.array(z.object({ file: z.string() }));

/**
 * Seals a full journal, writes files anew of which much is dead or some has to go, and puts the
 * database in place of the one before, which stays until the new one was read back and checked. A
 * crash at any point leaves an old or a new database and all files that it names. Answers false when
 * this window may not.
 */
export async function checkpoint(
  place: IndexContext,
  loaded: LoadedIndex,
  { limits, doomed, takeNew }: CheckpointWork,
): Promise<boolean> {
  const { lock, journal } = place.opened;
  const mayWrite = () => lock.role === 'main' && lock.isHeld();
  if (loaded.readOnly !== undefined || !mayWrite()) return false;
  const mustGo = () => new Set([...doomed, ...filesOfGone(loaded.database)]);
  const isFull = journal.flushedSize() >= limits.sealBytes;
  if (!journal.isEmpty() && (isFull || mustGo().has(journal.id()))) {
    await journal.seal();
    if (!(await takeNew())) return false;
  }
  await compact(place, loaded, { ...limits, mustGo: mustGo() });
  vacuum(loaded.database);
  saveProgress(loaded);
  if (!(await writeDatabase(place, loaded, mayWrite))) return false;
  await removeReplaced(place, loaded);
  return true;
}

function filesOfGone(database: StoreDatabase): readonly string[] {
  return fileNamesSchema.parse(database.rows(selectFilesOfGone)).map(({ file }) => file);
}

function saveProgress({ database, progress }: LoadedIndex): void {
  database.transaction(() => {
    database.run(deleteRecordFiles);
    for (const [id, { state, seq, offset, idle }] of progress) {
      database.run(insertRecordFile, [id, state, seq, offset, idle]);
    }
  });
}

async function writeDatabase(
  { disk, folder }: IndexContext,
  { database, sqlJs }: LoadedIndex,
  mayWrite: () => boolean,
): Promise<boolean> {
  const path = inFolder(folder, databaseName);
  const temporary = await writeTemporary(disk, path, database.export());
  const written = await withFile(disk, temporary, async (file) => file.read(0, await file.size()));
  const opened = openDatabase(sqlJs, written ?? new Uint8Array());
  if (opened.state !== 'open') throw new Error('The written database does not open.');
  opened.database.close();
  if (!mayWrite()) return false;
  await disk.rename(temporary, path);
  await disk.flushFolder(dirname(path));
  return true;
}

/**
 * Removes the files that the database needs no longer, oldest first: a deletion is never gone before
 * what it deletes. What says that it replaces others goes last.
 */
async function removeReplaced(
  { disk, folder }: IndexContext,
  { progress, names }: LoadedIndex,
): Promise<void> {
  const replaced = [...progress].filter(([, { state }]) => state === 'replaced');
  if (replaced.length === 0) return;
  const isEmpty = (offset: number) => Number(offset === firstRecordAt);
  replaced.sort(([, a], [, b]) => isEmpty(a.offset) - isEmpty(b.offset) || a.seq - b.seq);
  for (const [id] of replaced) {
    const name = names.get(id);
    if (name !== undefined) await disk.remove(inFolder(folder, name));
  }
  await disk.flushFolder(folder);
  for (const [id] of replaced) {
    progress.delete(id);
    names.delete(id);
  }
}
