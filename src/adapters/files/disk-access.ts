import { constants, readlinkSync, type BigIntStats, type Dirent } from 'node:fs';
import {
  access,
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rmdir,
  symlink,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import { isUtf8 } from 'node:buffer';
import type { PathStyle } from '../../core/base/paths';
import type { ResolvedPath } from '../../core/contracts/calls/call-paths';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import {
  kindOf,
  removeTree,
  type EntryName,
  type Folder,
  type FolderEntry,
  type FolderOpener,
} from './folder';
import { notFolder, swapped } from './file-refusals';
import { errnoOf, isMissing } from '../system/errno';
import { closeRead } from '../system/whole-file';

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

/** The safest way that the system supports. */
export const openAnyFolder: FolderOpener = (real) =>
  process.platform === 'linux' ? openHeldFolder(real) : openFolderByPath(real);

/**
 * Opens a folder and reaches its entries through the handle, so that a link put into the path later
 * has no effect. Uses `/proc/self/fd` on Linux.
 */
export async function openHeldFolder(real: string): Promise<Folder | undefined> {
  try {
    const handle = await hold(real);
    const held = handle === undefined ? undefined : heldPath(handle);
    if (handle !== undefined && held === real) return heldFolder(handle, real);
    await handle?.close();
    return held === undefined ? await openFolderByPath(real) : undefined;
  } catch (error) {
    if (['ELOOP', 'ENOTDIR'].includes(errnoOf(error)) && (await wasSwapped(real))) return undefined;
    throw error;
  }
}

/** A link put there cannot be opened, and may be gone again. */
async function wasSwapped(real: string): Promise<boolean> {
  return !(await leadsTo(real)) || (await lstat(real)).isDirectory();
}

const folderFlags =
  constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Undefined for a folder that may be entered but not read. */
async function hold(at: string | Buffer): Promise<FileHandle | undefined> {
  try {
    return await open(at, folderFlags);
  } catch (error) {
    if (errnoOf(error) === 'EACCES') return undefined;
    throw error;
  }
}

function baseOf(handle: FileHandle): string {
  return `/proc/self/fd/${String(handle.fd)}`;
}

/**
 * The handle's current path according to the kernel; undefined if it does not report one. The
 * kernel knows it without the disk; waking a thread to ask takes far longer.
 */
function heldPath(handle: FileHandle): string | undefined {
  try {
    return readlinkSync(baseOf(handle));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function heldFolder(handle: FileHandle, real: string, isBelow = false): Folder {
  return {
    ...entryOperations(baseOf(handle)),
    real,
    // A folder opened through another open folder needs no path check.
    isStill: () => Promise.resolve(isBelow || heldPath(handle) === real),
    openFolder: async (name) => {
      const at = joined(baseOf(handle), name);
      const below = path.join(real, entryNameText(name));
      const child = await hold(at);
      return child === undefined ? folderByPath(at, below) : heldFolder(child, below, true);
    },
    setMode: (mode) => handle.chmod(mode),
    close: () => closeRead(handle),
  };
}

/**
 * Opens a folder that is accessed by its path each time, on systems without handles to folders.
 * `isStill` detects a swapped path before and after an operation, not during it (decision
 * file-sandbox).
 */
export async function openFolderByPath(real: string): Promise<Folder | undefined> {
  if (!(await leadsTo(real))) return undefined;
  return folderByPath(real, real);
}

/** Rejects with `ENOTDIR` for anything but a folder. */
async function folderByPath(at: string | Buffer, real: string): Promise<Folder> {
  if (!(await lstat(at)).isDirectory()) {
    throw Object.assign(new Error('ENOTDIR'), { code: 'ENOTDIR' });
  }
  return {
    ...entryOperations(at),
    real,
    // A name that is not text cannot be resolved again.
    isStill: async () => at !== real || leadsTo(real),
    openFolder: (name) => folderByPath(joined(at, name), path.join(real, entryNameText(name))),
    setMode: (mode) => chmod(at, mode),
    close: () => Promise.resolve(),
  };
}

/** True if no link was put into a canonical path since. Some disks respell Unicode names. */
async function leadsTo(real: string): Promise<boolean> {
  return (await realpath(real)).normalize() === real.normalize();
}

export type EntryOperations = Omit<Folder, 'real' | 'isStill' | 'openFolder' | 'setMode' | 'close'>;

/** Operations on the entries of the folder at `base`. */
function entryOperations(base: string | Buffer): EntryOperations {
  const at = (name: EntryName): string | Buffer => joined(base, name);
  return {
    pathOf: at,
    entries: () => readEntries(base),
    stat: (name) => lstat(at(name), { bigint: true }),
    isWritable: (name) => isWritable(at(name)),
    openFile: (name, flags, mode) => open(at(name), flags | constants.O_NOFOLLOW, mode),
    makeFolder: async (name, mode) => {
      await mkdir(at(name), { mode });
    },
    makeLink: (name, target) => symlink(target, at(name)),
    linkTarget: (name) => readlink(at(name), { encoding: 'buffer' }),
    rename: (name, to, newName) => rename(at(name), to.pathOf(newName)),
    removeFile: (name) => unlink(at(name)),
    removeFolder: (name) => rmdir(at(name)),
  };
}

function joined(base: string | Buffer, name: EntryName): string | Buffer {
  if (typeof base === 'string' && typeof name === 'string') {
    return base.endsWith(path.sep) ? base + name : base + path.sep + name;
  }
  return Buffer.concat([Buffer.from(base), Buffer.from(path.sep), Buffer.from(name)]);
}

/** A path for rules and messages; bytes that are not UTF-8 become the replacement character. */
function entryNameText(name: EntryName): string {
  return typeof name === 'string' ? name : name.toString('utf8');
}

async function isWritable(at: string | Buffer): Promise<boolean> {
  try {
    await access(at, constants.W_OK);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error))) return false;
    throw error;
  }
}

/** Reads names as text, and again as bytes if a name may have lost some. */
async function readEntries(base: string | Buffer): Promise<readonly FolderEntry[]> {
  const found = await readdir(base, { withFileTypes: true });
  if (!found.some(({ name }) => name.includes('\uFFFD'))) return found.map(toEntry);
  const names = await readdir(base, { encoding: 'buffer' });
  const entries: FolderEntry[] = [];
  for (const bytes of names) {
    const name = isUtf8(bytes) ? bytes.toString('utf8') : bytes;
    const stats = await lstatOrMissing(joined(base, name));
    if (stats !== undefined) entries.push({ name, kind: kindOf(stats) });
  }
  return entries;
}

async function lstatOrMissing(at: string | Buffer): Promise<BigIntStats | undefined> {
  try {
    return await lstat(at, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function toEntry(entry: Dirent): FolderEntry {
  const kind = entry.isSymbolicLink() ? 'symlink' : entry.isDirectory() ? 'dir' : undefined;
  return { name: entry.name, kind: kind ?? (entry.isFile() ? 'file' : 'other') };
}
