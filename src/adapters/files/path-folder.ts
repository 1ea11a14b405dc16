import { chmod, lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Folder } from './folder';
import { entryOperations, joined, entryNameText } from './folder-entries';

/**
 * Opens a folder that is reached by its path each time, where the system cannot hold it. A swap of
 * the path is noticed before and after, by `isStill`, and not in between (security section 8).
 */
export async function openFolderByPath(real: string): Promise<Folder | undefined> {
  if (!(await leadsTo(real))) return undefined;
  return folderByPath(real, real);
}

/** Rejects with `ENOTDIR` for what is no folder. */
export async function folderByPath(at: string | Buffer, real: string): Promise<Folder> {
  if (!(await lstat(at)).isDirectory()) {
    throw Object.assign(new Error('ENOTDIR'), { code: 'ENOTDIR' });
  }
  return {
    ...entryOperations(at),
    real,
    // A name that is no text cannot be asked for again.
    isStill: async () => at !== real || leadsTo(real),
    openFolder: (name) => folderByPath(joined(at, name), path.join(real, entryNameText(name))),
    setMode: (mode) => chmod(at, mode),
    close: () => Promise.resolve(),
  };
}

/** True when no link has been put into a canonical path since. Some disks respell Unicode names. */
export async function leadsTo(real: string): Promise<boolean> {
  return (await realpath(real)).normalize() === real.normalize();
}
