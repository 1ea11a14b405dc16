import { constants, type BigIntStats, type Dirent } from 'node:fs';
import {
  lstat,
  open,
  readlink,
  type FileHandle,
  chmod,
  realpath,
  access,
  mkdir,
  readdir,
  rename,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import path from 'node:path';
import { isUtf8 } from 'node:buffer';
import { type Folder, kindOf, type EntryName, type FolderEntry, type FolderOpener } from './folder';
import { errnoOf, isMissing } from '../system/errno';

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
    const held = handle === undefined ? undefined : await heldPath(handle);
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

/** The handle's current path according to the kernel; undefined if it does not report one. */
async function heldPath(handle: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(baseOf(handle));
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
    isStill: async () => isBelow || (await heldPath(handle)) === real,
    openFolder: async (name) => {
      const at = joined(baseOf(handle), name);
      const below = path.join(real, entryNameText(name));
      const child = await hold(at);
      return child === undefined ? folderByPath(at, below) : heldFolder(child, below, true);
    },
    setMode: (mode) => handle.chmod(mode),
    close: () => handle.close(),
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
