import { say } from '../../core/base/sentence';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { FileEntry, FolderListing, ListOptions } from '../../core/ports/files';
import type { DiskAccess, GuardedTarget } from './disk-access';
import { nameText, statOrMissing, type Folder, type FolderEntry } from './folder';
import { cancelled, notFolder, swapped } from './file-refusals';
import { errnoOf } from '../system/errno';

/** Stops descending after this many entries. */
const maxSeen = 100_000;

/** Entries checked before yielding, and states requested at once. */
const batch = { judged: 2000, states: 32 } as const;

/**
 * Entries of a canonical folder by lstat, without following links (003-tools-4). Lists level by
 * level, so that the deepest entries are missing when the limit is reached; denied entries are
 * omitted and not counted. Rejects with the errno of the folder itself.
 */
export async function listFolder(
  disk: DiskAccess,
  target: GuardedTarget,
  options: ListOptions,
): Promise<Result<FolderListing>> {
  try {
    return await listLevels(disk, target, options);
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR' && target.resolved.exists) {
      return fail(notFolder(target.shown));
    }
    throw error;
  }
}

async function listLevels(
  disk: DiskAccess,
  { resolved: { real }, shown }: GuardedTarget,
  options: ListOptions,
): Promise<Result<FolderListing>> {
  const listed = new Map<string, readonly FileEntry[]>();
  let room = options.maxEntries;
  let total = 0;
  let level = [''];
  for (let depth = options.depth ?? 1; depth > 0 && level.length > 0; depth -= 1) {
    const below: string[] = [];
    for (const at of level) {
      if (total >= maxSeen) break;
      if (options.signal.aborted) {
        return fail(cancelled(shown, say`Listing was cancelled: ${shown}`));
      }
      const seen = await readFolderAt(disk, path.join(real, at), { at, room });
      if (seen === undefined) {
        if (at === '') return fail(swapped(shown));
        continue;
      }
      total += seen.total;
      room -= seen.listed.length;
      listed.set(at, seen.listed);
      below.push(...seen.folders);
    }
    level = below;
  }
  return succeed({ real, entries: [...inOrder(listed, '')], total });
}

/** Lists each folder's content right after it. */
function* inOrder(
  listed: ReadonlyMap<string, readonly FileEntry[]>,
  at: string,
): Generator<FileEntry> {
  for (const entry of listed.get(at) ?? []) {
    yield entry;
    if (entry.kind === 'dir') yield* inOrder(listed, entry.name);
  }
}

interface FolderRequest {
  /** Path relative to the listed folder; '' for that folder itself. */
  readonly at: string;
  /** Number of entries that may still be listed. */
  readonly room: number;
}

interface ReadFolder {
  readonly listed: readonly FileEntry[];
  readonly total: number;
  /** Paths relative to the listed folder. */
  readonly folders: readonly string[];
}

/** Undefined for a subfolder that is gone or unreadable: it is listed without its content. */
async function readFolderAt(
  disk: DiskAccess,
  real: string,
  look: FolderRequest,
): Promise<ReadFolder | undefined> {
  let folder: Folder | undefined;
  try {
    folder = await disk.open(real);
    return folder === undefined ? undefined : await readFolder(disk, folder, look);
  } catch (error) {
    const isGone = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errnoOf(error));
    if (look.at !== '' && isGone) return undefined;
    throw error;
  } finally {
    await folder?.close();
  }
}

async function readFolder(
  disk: DiskAccess,
  folder: Folder,
  { at, room }: FolderRequest,
): Promise<ReadFolder> {
  const visible = await visibleEntries(disk, folder);
  const sorted = visible.sort(byKindAndName);
  const listed: FileEntry[] = [];
  for (let from = 0; from < Math.min(sorted.length, room); from += batch.states) {
    const some = sorted.slice(from, Math.min(from + batch.states, room));
    const looked = await Promise.all(some.map((entry) => describe(folder, entry, at)));
    listed.push(...looked.filter((entry) => entry !== undefined));
  }
  const folders = sorted.flatMap(({ name, kind }) =>
    kind === 'dir' && typeof name === 'string' ? [joined(at, name)] : [],
  );
  return { listed, total: visible.length, folders };
}

async function visibleEntries(disk: DiskAccess, folder: Folder): Promise<FolderEntry[]> {
  const visible: FolderEntry[] = [];
  for (const [at, entry] of (await folder.entries()).entries()) {
    if (at % batch.judged === batch.judged - 1) await setImmediate();
    if (disk.mayRead(path.join(folder.real, nameText(entry.name)))) visible.push(entry);
  }
  return visible;
}

/** Undefined if the entry is gone since the folder was read. */
async function describe(
  folder: Folder,
  { name, kind }: FolderEntry,
  at: string,
): Promise<FileEntry | undefined> {
  const shown = joined(at, nameText(name));
  if (kind !== 'file') return { name: shown, kind, size: 0 };
  const stats = await statOrMissing(folder, name);
  return stats && { name: shown, kind, size: Number(stats.size) };
}

function joined(at: string, name: string): string {
  return at === '' ? name : `${at}/${name}`;
}

/** Folders first, then by name, compared by character code for a stable order on all systems. */
function byKindAndName(a: FolderEntry, b: FolderEntry): number {
  const byKind = Number(b.kind === 'dir') - Number(a.kind === 'dir');
  if (byKind !== 0) return byKind;
  return nameText(a.name) < nameText(b.name) ? -1 : 1;
}
