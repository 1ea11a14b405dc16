import type { SqlJsStatic } from 'sql.js';
import * as z from 'zod';
import { createDatabase, openDatabase, type StoreDatabase } from '../database/database';
import { selectRecordFiles } from '../database/schema';
import { readWhole, withFile } from '../../system/whole-file';
import { databaseName, fileTimestamp, inFolder } from '../disk/file-names';
import { readRecords, startOf } from '../journal/format';
import { isCompacted, listRecordFiles, type RecordFilesContext } from './record-files';
import { decodeReplaced, replacesType } from './record-kinds';
import type { Progress } from './replay';
import { ifMissing } from '../../system/errno';

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

/** The database as last saved. */
export async function loadIndex(context: IndexContext): Promise<LoadedIndex> {
  const sqlJs = await context.openDatabase();
  const savedAt = await savedAtOf(context);
  const loaded = await loadDatabase(context, sqlJs);
  if (loaded.isNew) await skipReplacedFiles(context, loaded);
  return { ...loaded, sqlJs, names: new Map(), savedAt };
}

/** Modification time of the database file; undefined if there is none. */
export async function savedAtOf({ disk, folder }: IndexContext): Promise<number | undefined> {
  return disk.modifiedAt(inFolder(folder, databaseName)).catch(ifMissing(undefined));
}

/** After a crash during compaction, replaced files may still exist. */
async function skipReplacedFiles(
  context: IndexContext,
  { progress }: LoadedDatabase,
): Promise<void> {
  const files = await listRecordFiles(context);
  for (const { name } of files.filter(({ id }) => isCompacted(id))) {
    await withFile(context.disk, inFolder(context.folder, name), async (file) => {
      const start = await startOf(file);
      const range = { start, end: await file.size() };
      for await (const { type, payload, next } of readRecords(file, range)) {
        if (type !== replacesType) break;
        for (const id of decodeReplaced(payload)) {
          progress.set(id, { state: 'replaced', seq: start.seq, offset: next, idle: 0 });
        }
      }
    });
  }
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
  const bytes = await readWhole(context.disk, inFolder(context.folder, databaseName));
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
    await disk.flushPath(folder);
  }
  const kept = isMain ? `It was kept as ${name}.` : 'The main window will set it aside.';
  problems.report(
    `The database could not be used (${reason}). ${kept} It was rebuilt from the stored records and the audit log, without loss of data.`,
  );
}
