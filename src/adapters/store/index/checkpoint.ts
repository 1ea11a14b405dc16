import { dirname } from 'node:path';
import * as z from 'zod';
import { compact } from './compaction';
import { openDatabase, type StoreDatabase } from '../database/database';
import { readWhole, replaceWith, writeAll } from '../../system/whole-file';
import type { IndexContext, LoadedIndex } from './load-index';
import { databaseName, inFolder } from '../disk/file-names';
import { vacuum } from './prune';
import { firstRecordAt } from '../journal/format';
import { deleteRecordFiles, insertRecordFile, selectFilesOfGone } from '../database/schema';

export interface CheckpointLimits {
  /** A journal of this size is sealed. */
  readonly sealBytes: number;
  /** Limit for all records. */
  readonly maxBytes: () => number;
}

export interface CheckpointWork {
  readonly limits: CheckpointLimits;
  /** Files with text that must be removed. */
  readonly mustRewrite: ReadonlySet<string>;
  /** Reads later additions; false if files are gone. */
  readonly takeInNew: () => Promise<boolean>;
}

const fileNamesSchema = z.array(z.object({ file: z.string() }));

/**
 * Seals a full journal, rewrites files that are mostly dead or must lose text, and replaces the
 * database after reading the new one back. A crash at any point leaves either the old or the new
 * database with all files it names. Returns false if this window may not write.
 */
export async function checkpoint(
  context: IndexContext,
  loaded: LoadedIndex,
  { limits, mustRewrite, takeInNew }: CheckpointWork,
): Promise<boolean> {
  const { lock, journal } = context.opened;
  const mayWrite = () => lock.role === 'main' && lock.isHeld();
  if (loaded.readOnly !== undefined || !mayWrite()) return false;
  const mustGo = () => new Set([...mustRewrite, ...filesOfGone(loaded.database)]);
  const isFull = journal.flushedSize() >= limits.sealBytes;
  if (!journal.isEmpty() && (isFull || mustGo().has(journal.id()))) {
    await journal.seal();
    if (!(await takeInNew())) return false;
  }
  await compact(context, loaded, { ...limits, mustGo: mustGo() });
  vacuum(loaded.database);
  saveProgress(loaded);
  if (!(await writeDatabase(context, loaded, mayWrite))) return false;
  await removeReplaced(context, loaded);
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
  const isReplaced = await replaceWith(disk, path, {
    fill: (file) => writeAll(file, database.export(), 0),
    isGood: async (temporary) => {
      const written = await readWhole(disk, temporary);
      const opened = openDatabase(sqlJs, written ?? new Uint8Array());
      if (opened.state !== 'open') throw new Error('The new database cannot be opened.');
      opened.database.close();
      return mayWrite();
    },
  });
  if (isReplaced) await disk.flushPath(dirname(path));
  return isReplaced;
}

/**
 * Removes files that the database no longer needs, oldest first, so that a deletion record outlives
 * what it deletes. Files that list replaced files are removed last.
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
  await disk.flushPath(folder);
  for (const [id] of replaced) {
    progress.delete(id);
    names.delete(id);
  }
}
