import type { SqlJsStatic } from 'sql.js';
import * as z from 'zod';
import { createDatabase, openDatabase, type StoreDatabase } from './database';
import { withFile } from './disk';
import { databaseName, inFolder } from './names';
import { fileTimestamp } from './file-stamp';
import type { RecordFilesContext } from './record-files';
import type { Progress } from './replay';
import { selectRecordFiles } from './schema';

export interface LoadedDatabase {
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
export async function loadDatabase(
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
