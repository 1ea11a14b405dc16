import { type Sentence, say } from '../../../core/base/sentence';
import type { SqlJsStatic } from 'sql.js';
import { readWhole, replaceWith, writeAll } from '../../system/whole-file';
import { asideName, inFolder, type StoreFolder } from '../disk/file-names';
import { createDatabase, openDatabase, type StoreDatabase, type Tables } from './database';
import type { WorkerEvents, WorkerFolder } from '../channel/protocol';

/** What the worker has of one folder. */
export interface WorkerContext extends StoreFolder, WorkerFolder {
  readonly events: WorkerEvents;
  /** Epoch milliseconds, as the last request says. */
  readonly now: () => number;
  readonly sqlJs: SqlJsStatic;
}

export interface LoadedFile {
  /** Empty unless the state is `open`. */
  readonly database: StoreDatabase;
  /** `lost`: it could not be opened and is set aside, never deleted. */
  readonly state: 'open' | 'missing' | 'lost' | 'older' | 'newer';
}

/** The database in a file, or an empty one with the tables. */
export async function loadFile(
  context: WorkerContext,
  name: string,
  tables: Tables,
): Promise<LoadedFile> {
  const empty = () => createDatabase(context.sqlJs, tables);
  const bytes = await readWhole(context.disk, inFolder(context.folder, name));
  if (bytes === undefined) return { database: empty(), state: 'missing' };
  const opened = openDatabase(context.sqlJs, bytes, { file: name, tables });
  if (opened.state === 'open') return opened;
  if (opened.state !== 'corrupt') return { database: empty(), state: opened.state };
  await setAside(context, name, opened.reason);
  return { database: empty(), state: 'lost' };
}

/** Renames an unusable file; only in the main window. */
export async function setAside(
  { disk, folder, role, events, now }: Omit<WorkerContext, 'sqlJs'>,
  name: string,
  reason: string | Sentence,
): Promise<void> {
  const aside = asideName(name, now());
  const isMain = role === 'main';
  if (isMain) await disk.rename(inFolder(folder, name), inFolder(folder, aside));
  const kept = isMain ? say`It was kept as ${aside}.` : say`The main window will set it aside.`;
  events.report(
    say`The database ${name} could not be used (${reason}). ${kept} Everything that other files hold was kept.`,
  );
}

/** Replaces the file; a crash leaves the old or the new one. Returns its size. */
export async function writeFile(
  { disk, folder, token }: WorkerContext,
  name: string,
  database: StoreDatabase,
): Promise<number> {
  const path = inFolder(folder, name);
  const bytes = database.export();
  await replaceWith(disk, path, {
    // A window that slept may still write its own.
    temporary: `${path}.${token}.tmp`,
    fill: (file) => writeAll(file, bytes, 0),
  });
  return bytes.length;
}
