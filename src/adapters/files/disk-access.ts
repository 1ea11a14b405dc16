import path from 'node:path';
import type { PathStyle } from '../../core/base/paths';
import type { ResolvedPath } from '../../core/contracts/calls/call-paths';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import { type Folder, type FolderOpener, removeTree } from './folder';
import { notFolder, swapped } from './file-refusals';
import { errnoOf, isMissing } from '../system/errno';

/** Dependencies of all disk operations. */
export interface DiskAccess {
  readonly open: FolderOpener;
  readonly style: () => PathStyle;
  /** True for a canonical path that tools may read. */
  readonly mayRead: (real: string) => boolean;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  readonly log: (line: string) => void;
}

/** A path that the guard has allowed. */
export interface GuardedTarget {
  readonly resolved: ResolvedPath;
  readonly shown: string;
}

export interface ParentFolder {
  /** Open while `act` runs. */
  readonly folder: Folder;
  readonly name: string;
}

/**
 * Acts on an entry through its open folder. Rejects with the errno if the folder does not exist.
 */
export async function inParent<T>(
  disk: DiskAccess,
  { resolved: { real }, shown }: GuardedTarget,
  act: (parent: ParentFolder) => Promise<Result<T>>,
): Promise<Result<T>> {
  const folder = await disk.open(path.dirname(real));
  if (folder === undefined) return fail(swapped(shown));
  try {
    return await act({ folder, name: path.basename(real) });
  } finally {
    await folder.close();
  }
}

/** Removes leftovers of a failed operation, which reports its own error. */
export async function cleanUp(disk: DiskAccess, folder: Folder, name: string): Promise<void> {
  try {
    await removeTree(folder, name);
  } catch (error) {
    if (isMissing(error)) return;
    disk.log(`files: ${errnoOf(error)}: left behind: ${disk.show(path.join(folder.real, name))}`);
  }
}

interface MadeFolders {
  /** The requested folder, open; the caller closes it. */
  readonly folder: Folder;
  /** Canonical paths of the created folders, outermost first. */
  readonly made: readonly string[];
}

/** Opens a folder, creating it and its parents if necessary. Rejects with the errno. */
async function makeFolders(
  disk: DiskAccess,
  real: string,
  shown: string,
): Promise<Result<MadeFolders>> {
  const { folder, missing } = await nearest(disk, real);
  if (folder === undefined) return fail(swapped(shown));
  const made: string[] = [];
  let at = folder;
  try {
    for (const name of missing) {
      if (await makeOne(at, name)) made.push(path.join(at.real, name));
      const below = await at.openFolder(name);
      await at.close();
      at = below;
    }
    // A folder that was there is checked when it is opened.
    if (missing.length === 0 || (await at.isStill())) return succeed({ folder: at, made });
  } catch (error) {
    await closeAndUnmake(disk, at, made);
    throw error;
  }
  await closeAndUnmake(disk, at, made);
  return fail(swapped(shown));
}

/** Creates a folder and its missing parents; those that it made, outermost first. */
export async function createFolderAt(
  disk: DiskAccess,
  target: GuardedTarget,
): Promise<Result<readonly string[]>> {
  const { real, exists } = target.resolved;
  try {
    const opened = await makeFolders(disk, real, target.shown);
    if (!opened.ok) return opened;
    await opened.value.folder.close();
    return succeed(opened.value.made);
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR' && exists) return fail(notFolder(target.shown));
    throw error;
  }
}

/**
 * Acts on an entry through its open folder. Creates missing folders, and removes them again if
 * `act` fails.
 */
export async function inMadeParent<T>(
  disk: DiskAccess,
  { resolved: { real }, shown }: GuardedTarget,
  act: (parent: ParentFolder) => Promise<Result<T>>,
): Promise<Result<T>> {
  const parent = await makeFolders(disk, path.dirname(real), shown);
  if (!parent.ok) return parent;
  const { folder, made } = parent.value;
  let done: Result<T> | undefined;
  try {
    done = await act({ folder, name: path.basename(real) });
    return done;
  } finally {
    await folder.close();
    if (done?.ok !== true) await unmake(disk, made);
  }
}

interface Nearest {
  /** Undefined if its path now leads elsewhere. */
  readonly folder: Folder | undefined;
  /** Names from it to the requested folder. */
  readonly missing: readonly string[];
}

async function nearest(disk: DiskAccess, real: string): Promise<Nearest> {
  const missing: string[] = [];
  for (let at = real; ; at = path.dirname(at)) {
    try {
      return { folder: await disk.open(at), missing };
    } catch (error) {
      if (!isMissing(error) || path.dirname(at) === at) throw error;
      missing.unshift(path.basename(at));
    }
  }
}

/** False if it was created meanwhile. */
async function makeOne(folder: Folder, name: string): Promise<boolean> {
  try {
    await folder.makeFolder(name);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function closeAndUnmake(
  disk: DiskAccess,
  folder: Folder,
  made: readonly string[],
): Promise<void> {
  await folder.close();
  await unmake(disk, made);
}

/** The number of missing folders in a path, including itself. Rejects with the errno. */
export async function countMissing(disk: DiskAccess, real: string): Promise<number> {
  const { folder, missing } = await nearest(disk, real);
  await folder?.close();
  return missing.length;
}

/** Removes the created folders that are still empty. */
async function unmake(disk: DiskAccess, made: readonly string[]): Promise<void> {
  for (const real of made.toReversed()) {
    let parent: Folder | undefined;
    try {
      parent = await disk.open(path.dirname(real));
      await parent?.removeFolder(path.basename(real));
    } catch (error) {
      if (isMissing(error)) continue;
      disk.log(`files: ${errnoOf(error)}: left behind: ${disk.show(real)}`);
      return;
    } finally {
      await parent?.close();
    }
  }
}
