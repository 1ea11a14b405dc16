import type { SqlJsStatic } from 'sql.js';
import * as z from 'zod';
import { indexAudit } from '../audit/audit-index';
import { auditFileName } from '../audit/log/files';
import { withFile, errorCodeOf } from '../disk/disk';
import { findStart, readRecords, firstRecordAt } from '../journal/format';
import { preserveCopy } from '../journal/journal';
import { databaseName, inFolder, fileTimestamp } from '../disk/file-names';
import {
  isCompacted,
  listRecordFiles,
  type RecordFile,
  type RecordFilesContext,
} from './record-files';
import { replacesType, decodeReplaced } from './record-kinds';
import { replayRecords, type ReplaySource, type Progress } from './replay';
import { createDatabase, openDatabase, type StoreDatabase } from '../database/database';
import { selectRecordFiles } from '../database/schema';

export interface IndexContext extends RecordFilesContext {
  readonly openDatabase: () => Promise<SqlJsStatic>;
}

/** A database in memory, how far each file has been taken into it, and where the files are. */
export interface LoadedIndex extends LoadedDatabase {
  readonly sqlJs: SqlJsStatic;
  /** Name by id. */
  readonly names: Map<string, string>;
  /** Modification time of the file it was loaded from; undefined when there was none. */
  readonly savedAt: number | undefined;
}

/** What a catch-up took in. */
export interface CatchUpCounts {
  readonly records: number;
  readonly auditRows: number;
}

/** The database as it was last saved, without what was written since. */
export async function loadIndex(place: IndexContext): Promise<LoadedIndex> {
  const sqlJs = await place.openDatabase();
  const savedAt = await savedAtOf(place);
  const loaded = await loadDatabase(place, sqlJs);
  if (loaded.isNew) await skipReplacedFiles(place, loaded);
  return { ...loaded, sqlJs, names: new Map(), savedAt };
}

async function savedAtOf({ disk, folder }: IndexContext): Promise<number | undefined> {
  try {
    return await disk.modifiedAt(inFolder(folder, databaseName));
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** After a crash in the midst of a compaction, what it replaces may be there still. */
async function skipReplacedFiles(place: IndexContext, { progress }: LoadedDatabase): Promise<void> {
  const files = await listRecordFiles(place);
  for (const { name } of files.filter(({ id }) => isCompacted(id))) {
    await withFile(place.disk, inFolder(place.folder, name), async (file) => {
      const start = (await findStart(file)) ?? { seq: 0, offset: firstRecordAt };
      for await (const { type, payload, next } of readRecords(file, {
        start,
        end: await file.size(),
      })) {
        if (type !== replacesType) break;
        for (const id of decodeReplaced(payload)) {
          progress.set(id, { state: 'replaced', seq: start.seq, offset: next, idle: 0 });
        }
      }
    });
  }
}

/**
 * Takes in what is new in the audit log and in the files of records: all of other windows', of the
 * own journal only what is flushed. Undefined when files are gone that the database needs: the main
 * window has written them anew, and the database has to be loaded again.
 */
export async function catchUp(
  place: IndexContext,
  loaded: LoadedIndex,
): Promise<CatchUpCounts | undefined> {
  const listed = await listRecordFiles(place);
  if (!updateFileNames(loaded, listed)) return undefined;
  const files = await withoutUnknownFiles(place, loaded, listed);
  if (files === undefined) return undefined;
  const { audit } = place.opened;
  const own = { name: auditFileName(audit.writer), end: audit.flushedSize() };
  const auditRows = await indexAudit(place, loaded.database, own);
  const damages: Damage[] = [];
  const sources = files.flatMap((file) => sourceOf(loaded, file, damages));
  const records = await replayRecords(place, loaded, sources);
  for (const damage of damages) await preserveDamagedFile(place, damage);
  const { journal } = place.opened;
  for (const { seq } of loaded.progress.values()) journal.skipPast(seq);
  return { records, auditRows };
}

/** Notes where each file is now; false when one is gone. */
function updateFileNames({ progress, names }: LoadedIndex, files: readonly RecordFile[]): boolean {
  names.clear();
  for (const { id, name } of files) names.set(id, name);
  for (const [id, at] of progress) {
    if (names.has(id)) continue;
    if (at.state !== 'replaced' && at.offset > firstRecordAt) return false;
    progress.delete(id);
  }
  return true;
}

/**
 * What a compaction has made that the database does not know: in the main window that of one which
 * came to no end, and only has to go. In a second window that of the main one, at work or done; then
 * the database is there too, and undefined tells to load it.
 */
async function withoutUnknownFiles(
  place: IndexContext,
  { progress, isNew, savedAt }: LoadedIndex,
  files: readonly RecordFile[],
): Promise<readonly RecordFile[] | undefined> {
  const isUnknown = ({ id }: RecordFile) => isCompacted(id) && !progress.has(id);
  if (isNew || !files.some(isUnknown)) return files;
  const isMain = place.opened.lock.role === 'main';
  if (!isMain && (await savedAtOf(place)) !== savedAt) return undefined;
  for (const { id } of isMain ? files.filter(isUnknown) : []) {
    progress.set(id, { state: 'replaced', seq: 0, offset: firstRecordAt, idle: 0 });
  }
  return files.filter((file) => !isUnknown(file));
}

interface Damage {
  readonly name: string;
  bytes: number;
}

function sourceOf(
  { progress }: LoadedIndex,
  { id, name, state, end }: RecordFile,
  damages: Damage[],
): readonly ReplaySource[] {
  const at = progress.get(id);
  if (at !== undefined && at.state !== 'open') return [];
  if (at !== undefined && end !== undefined && at.offset >= end) return [];
  const from = at && { seq: at.seq, offset: at.offset };
  const source = { id, name, from, end, isSealed: state === 'sealed' };
  if (state === 'other') return [source];
  const onDamage = (bytes: number) => {
    const known = damages.find((damage) => damage.name === name);
    if (known === undefined) damages.push({ name, bytes });
    else known.bytes += bytes;
  };
  return [{ ...source, onDamage }];
}

async function preserveDamagedFile(place: IndexContext, { name, bytes }: Damage): Promise<void> {
  const { disk, folder, problems, clock, opened } = place;
  if (opened.lock.role !== 'main') return;
  const path = inFolder(folder, name);
  await preserveCopy({ disk, path, problems, stamp: fileTimestamp(clock) }, bytes);
}

interface LoadedDatabase {
  readonly database: StoreDatabase;
  readonly progress: Map<string, Progress>;
  /** True when everything has to be made from the records. */
  readonly isNew: boolean;
  /** Why the file must stay as it is. */
  readonly readOnly: string | undefined;
}

const recordFilesSchema = z.array(
  z.object({
    id: z.string(),
    state: z.enum(['open', 'sealed', 'replaced']),
    seq: z.number(),
    position: z.number(),
    idle: z.number(),
  }),
);

/**
 * The database of the folder, or a new one when there is none that opens: everything in it can be
 * made again from the records and the audit log.
 */
async function loadDatabase(
  place: RecordFilesContext,
  sqlJs: SqlJsStatic,
): Promise<LoadedDatabase> {
  const bytes = await withFile(place.disk, inFolder(place.folder, databaseName), async (file) =>
    file.read(0, await file.size()),
  );
  if (bytes === undefined) return newDatabase(sqlJs);
  const opened = openDatabase(sqlJs, bytes);
  switch (opened.state) {
    case 'open':
      return {
        database: opened.database,
        progress: progressOf(opened.database),
        isNew: false,
        readOnly: undefined,
      };
    case 'newer':
      return newDatabase(sqlJs, reportNewerDatabase(place));
    case 'corrupt':
      await setDatabaseAside(place, opened.reason);
      return newDatabase(sqlJs);
  }
}

function newDatabase(sqlJs: SqlJsStatic, readOnly?: string): LoadedDatabase {
  return { database: createDatabase(sqlJs), progress: new Map(), isNew: true, readOnly };
}

function progressOf(database: StoreDatabase): Map<string, Progress> {
  const rows = recordFilesSchema.parse(database.rows(selectRecordFiles));
  return new Map(rows.map(({ id, position, ...at }) => [id, { ...at, offset: position }]));
}

function reportNewerDatabase({ problems }: RecordFilesContext): string {
  problems.report(
    'The database was written by a newer version of Gatehouse and is left alone. What this version understands is shown, and nothing that is written is lost: update Gatehouse to see all of it.',
  );
  return 'A newer version of Gatehouse wrote the database; it is left as it is.';
}

/** Keeps what cannot be used under another name; the main window only. */
export async function setDatabaseAside(place: RecordFilesContext, reason: string): Promise<void> {
  const { disk, folder, problems, clock, opened } = place;
  const name = `${databaseName}.corrupt-${fileTimestamp(clock)}`;
  const isMain = opened.lock.role === 'main';
  if (isMain) {
    await disk.rename(inFolder(folder, databaseName), inFolder(folder, name));
    await disk.flushFolder(folder);
  }
  const kept = isMain ? `It was kept as ${name}.` : 'The main window will set it aside.';
  problems.report(
    `The database could not be used (${reason}). ${kept} It was made again from the stored records and the audit log; nothing that is in them is lost.`,
  );
}
