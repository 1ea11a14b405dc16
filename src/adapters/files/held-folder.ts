import { constants } from 'node:fs';
import { lstat, open, readlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from './errno-failure';
import type { Folder } from './folder';
import { entryOperations, joined, entryNameText } from './folder-entries';
import { folderByPath, leadsTo, openFolderByPath } from './path-folder';

/**
 * Opens a folder that is held by a handle, and its entries reached through it: whoever puts a link
 * into the path afterwards changes nothing. Linux has a way for that, `/proc/self/fd`.
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

/** A link that is put there cannot be opened at all, and may be gone again. */
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

/** The kernel's own word for where a handle is; undefined where it does not say. */
async function heldPath(handle: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(baseOf(handle));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function heldFolder(handle: FileHandle, real: string, isBelow = false): Folder {
  return {
    ...entryOperations(baseOf(handle)),
    real,
    // What was opened by way of a held folder is where it was found.
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
