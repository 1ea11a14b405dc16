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

/** The database in memory, how far each file was read, and where the files are. */
export interface LoadedIndex extends LoadedDatabase {
  readonly sqlJs: SqlJsStatic;
  /** File names by id. */
  readonly names: Map<string, string>;
  /** Modification time of the database file; undefined if there was none. */
  readonly savedAt: number | undefined;
}

/** The additions of one catch-up. */
export interface CatchUpCounts {
  readonly records: number;
  readonly auditRows: number;
}

/** The database as last saved. */
export async function loadIndex(context: IndexContext): Promise<LoadedIndex> {
  const sqlJs = await context.openDatabase();
  const savedAt = await savedAtOf(context);
  const loaded = await loadDatabase(context, sqlJs);
  if (loaded.isNew) await skipReplacedFiles(context, loaded);
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

/** After a crash during compaction, replaced files may still exist. */
async function skipReplacedFiles(
  context: IndexContext,
  { progress }: LoadedDatabase,
): Promise<void> {
  const files = await listRecordFiles(context);
  for (const { name } of files.filter(({ id }) => isCompacted(id))) {
    await withFile(context.disk, inFolder(context.folder, name), async (file) => {
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
 * Reads additions to the audit log and the record files: everything in the files of other windows,
 * only the flushed part of the own journal. Undefined if files that the database needs are gone:
 * the main window has rewritten them, and the database must be loaded again.
 */
export async function catchUp(
  context: IndexContext,
  loaded: LoadedIndex,
): Promise<CatchUpCounts | undefined> {
  const listed = await listRecordFiles(context);
  if (!updateFileNames(loaded, listed)) return undefined;
  const files = await withoutUnknownFiles(context, loaded, listed);
  if (files === undefined) return undefined;
  const { audit } = context.opened;
  const own = { name: auditFileName(audit.writer), end: audit.flushedSize() };
  const auditRows = await indexAudit(context, loaded.database, own);
  const damages: Damage[] = [];
  const sources = files.flatMap((file) => sourceOf(loaded, file, damages));
  const records = await replayRecords(context, loaded, sources);
  for (const damage of damages) await preserveDamagedFile(context, damage);
  const { journal } = context.opened;
  for (const { seq } of loaded.progress.values()) journal.skipPast(seq);
  return { records, auditRows };
}

/** Updates the file names; false if a file is gone. */
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
 * Handles compacted files unknown to the database. In the main window they are left from an
 * interrupted compaction and are marked for removal. In a second window the main window is
 * compacting or has finished; if the database has changed too, undefined means: load it again.
 */
async function withoutUnknownFiles(
  context: IndexContext,
  { progress, isNew, savedAt }: LoadedIndex,
  files: readonly RecordFile[],
): Promise<readonly RecordFile[] | undefined> {
  const isUnknown = ({ id }: RecordFile) => isCompacted(id) && !progress.has(id);
  if (isNew || !files.some(isUnknown)) return files;
  const isMain = context.opened.lock.role === 'main';
  if (!isMain && (await savedAtOf(context)) !== savedAt) return undefined;
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

async function preserveDamagedFile(context: IndexContext, { name, bytes }: Damage): Promise<void> {
  const { disk, folder, problems, clock, opened } = context;
  if (opened.lock.role !== 'main') return;
  const path = inFolder(folder, name);
  await preserveCopy({ disk, path, problems, stamp: fileTimestamp(clock) }, bytes);
}

interface LoadedDatabase {
  readonly database: StoreDatabase;
  readonly progress: Map<string, Progress>;
  /** True if everything must be rebuilt from the records. */
  readonly isNew: boolean;
  /** Why the file must stay unchanged. */
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

/** The saved database, or a new one if it cannot be opened: its content can be rebuilt. */
async function loadDatabase(
  context: RecordFilesContext,
  sqlJs: SqlJsStatic,
): Promise<LoadedDatabase> {
  const bytes = await withFile(context.disk, inFolder(context.folder, databaseName), async (file) =>
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
      return newDatabase(sqlJs, reportNewerDatabase(context));
    case 'corrupt':
      await setDatabaseAside(context, opened.reason);
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
    'A newer version of Gatehouse wrote the database, so it was left unchanged. Only what this version understands is shown; new data is still saved. Update Gatehouse to see everything.',
  );
  return 'A newer version of Gatehouse wrote the database; it was left unchanged.';
}

/** Renames an unusable database; only in the main window. */
export async function setDatabaseAside(context: RecordFilesContext, reason: string): Promise<void> {
  const { disk, folder, problems, clock, opened } = context;
  const name = `${databaseName}.corrupt-${fileTimestamp(clock)}`;
  const isMain = opened.lock.role === 'main';
  if (isMain) {
    await disk.rename(inFolder(folder, databaseName), inFolder(folder, name));
    await disk.flushFolder(folder);
  }
  const kept = isMain ? `It was kept as ${name}.` : 'The main window will set it aside.';
  problems.report(
    `The database could not be used (${reason}). ${kept} It was rebuilt from the stored records and the audit log, without loss of data.`,
  );
}
