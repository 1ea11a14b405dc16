import type { SqlJsStatic } from 'sql.js';
import { createDatabase, openDatabase, type StoreDatabase } from './database';
import { withFile, type Disk } from './disk';
import { databaseName, inFolder } from './names';
import type { Problems } from './problems';

export interface LoadPlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly problems: Problems;
  /** For the name of a file that is set aside. */
  readonly stamp: string;
  /** Only the main window sets a file aside. */
  readonly isMain: boolean;
}

export interface LoadedDatabase {
  readonly database: StoreDatabase;
  /** False when the file belongs to a newer version and must stay as it is. */
  readonly mayReplace: boolean;
}

/** The database of the folder, or a new one when there is none that opens. */
export async function loadDatabase(place: LoadPlace, sqlJs: SqlJsStatic): Promise<LoadedDatabase> {
  const bytes = await withFile(place.disk, inFolder(place.folder, databaseName), async (file) =>
    file.read(0, await file.size()),
  );
  if (bytes === undefined) return { database: createDatabase(sqlJs), mayReplace: true };
  const opened = openDatabase(sqlJs, bytes);
  switch (opened.state) {
    case 'open':
      return { database: opened.database, mayReplace: true };
    case 'newer':
      place.problems.report(
        'The database was written by a newer version of Gatehouse and is left alone. Outputs stored in it cannot be read until you update.',
      );
      return { database: createDatabase(sqlJs), mayReplace: false };
    case 'corrupt':
      await setAside(place, opened.reason);
      return { database: createDatabase(sqlJs), mayReplace: true };
  }
}

async function setAside(place: LoadPlace, reason: string): Promise<void> {
  const { disk, folder, problems, stamp, isMain } = place;
  const name = `${databaseName}.corrupt-${stamp}`;
  if (isMain) await disk.rename(inFolder(folder, databaseName), inFolder(folder, name));
  const kept = isMain ? `It was kept as ${name}.` : 'The main window will set it aside.';
  problems.report(
    `The database could not be opened (${reason}). ${kept} The list of calls was rebuilt from the audit log; outputs stored before its last save cannot be read.`,
  );
}
