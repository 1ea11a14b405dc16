import type { SqlJsStatic } from 'sql.js';
import { indexAudit } from './audit-index';
import type { StoreDatabase } from './database';
import { withFile } from './disk';
import { findStart } from './journal-reader';
import { loadDatabase } from './load-database';
import { inFolder, journalName, writerFiles } from './names';
import { stampOf, type FolderPlace, type OpenFolder } from './open-folder';
import { replayJournal, type Replayed } from './replay';

export interface FeedPlace extends FolderPlace {
  readonly opened: OpenFolder;
  readonly openDatabase: () => Promise<SqlJsStatic>;
  /** Texts stored before this time are removed; milliseconds since the epoch. */
  readonly expiredBefore: () => number;
}

/** A database in memory and how far each journal has been taken into it. */
export interface Loaded {
  readonly database: StoreDatabase;
  /** False when the file belongs to a newer version and must stay as it is. */
  readonly mayReplace: boolean;
  readonly journals: Map<string, Replayed>;
}

/** The database as it was last saved, without what the journals hold. */
export async function load(place: FeedPlace): Promise<Loaded> {
  const { disk, folder, opened, clock } = place;
  const sqlJs = await place.openDatabase();
  const journals = new Map<string, Replayed>();
  // Looked at before the database is read, so that a save in between shows.
  const start = await withFile(disk, inFolder(folder, journalName), findStart);
  if (start !== undefined) journals.set(journalName, { ...start, startSeq: start.seq, skipped: 0 });
  const more = { stamp: stampOf(clock), isMain: opened.lock.role === 'main' };
  return { ...(await loadDatabase({ ...place, ...more }, sqlJs)), journals };
}

/**
 * Takes in what is new in audit files and journals: all of other windows', of the own ones only what
 * is flushed. Answers how many rows changed, undefined when the main window has saved since and the
 * database has to be loaded again.
 */
export async function catchUp(
  place: FeedPlace,
  { database, journals }: Loaded,
): Promise<number | undefined> {
  const { disk, folder, opened } = place;
  const ends = new Map([
    [opened.auditName, opened.audit.flushedSize()],
    [opened.journalName, opened.journal.flushedSize()],
  ]);
  const sources = writerFiles(await disk.names(folder)).map((file) => ({
    ...file,
    end: ends.get(file.name),
  }));
  const audits = sources.filter(({ kind }) => kind === 'audit');
  let changed = await indexAudit(place, database, audits);
  for (const source of sources.filter(({ kind }) => kind === 'journal')) {
    const result = await replayJournal(place, database, source, journals.get(source.name));
    if (result === undefined) continue;
    if (result.restarted && source.name === journalName) return undefined;
    journals.set(source.name, result.replayed);
    changed += result.changed;
  }
  return changed;
}
