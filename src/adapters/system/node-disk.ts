import { createHash } from 'node:crypto';
import { constants, fstatSync, type BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Disk, DiskEntry, DiskFile, OpenMode } from './disk';
import { errnoOf, isMissing } from './errno';
import { closeRead } from './whole-file';

/** Writes flush themselves. Elsewhere the flag is missing, or leaves data in the drive's cache. */
const syncs = process.platform === 'linux';

const flags: Readonly<Record<OpenMode, number>> = {
  read: constants.O_RDONLY,
  write: constants.O_RDWR | constants.O_CREAT,
  append: constants.O_RDWR | constants.O_CREAT | (syncs ? constants.O_DSYNC : 0),
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  replace: constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC,
};

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;
const chunkBytes = 1024 * 1024;

export const nodeDisk: Disk = {
  makeFolder: async (folder) => {
    await fs.mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  },
  names: (folder) => fs.readdir(folder),
  open: async (path, mode) => {
    const handle = await fs.open(path, flags[mode], ownerOnlyFile);
    return nodeFile(handle, path, mode === 'append' && syncs);
  },
  rename: (from, to) => fs.rename(from, to),
  copy: async (from, to) => {
    await fs.copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await fs.chmod(to, ownerOnlyFile);
  },
  remove: (path) => fs.rm(path, { force: true }),
  removeTree: async (file) => {
    try {
      await fs.rm(file, { recursive: true, force: true });
    } catch (error) {
      if (errnoOf(error) !== 'EACCES') throw error;
      // The content of a folder that is not writable cannot be removed.
      await openUp(file);
      await fs.rm(file, { recursive: true, force: true });
    }
  },
  flushPath: async (path) => {
    if (process.platform === 'win32') return;
    const handle = await openToFlush(path);
    try {
      await handle.sync();
    } finally {
      await closeRead(handle);
    }
  },
  modifiedAt: async (path) => (await fs.stat(path)).mtimeMs,
  touch: (path, at) => fs.utimes(path, at / 1000, at / 1000),
  entry: async (file) => {
    try {
      return entryOf(await fs.lstat(file, { bigint: true }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  realPath: (file) => fs.realpath(file),
  stamp: async (file) => {
    const hash = createHash('sha256');
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await fs.open(file, flags);
    try {
      const buffer = Buffer.allocUnsafe(chunkBytes);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
    return hash.digest('hex');
  },
  readText: (file) => fs.readFile(file, 'utf8'),
  linkTarget: (link) => fs.readlink(link),
};

function nodeFile(handle: fs.FileHandle, path: string, isSynced: boolean): DiskFile {
  return {
    read: (position, length) => readFully(handle, position, length),
    write: async (bytes, position) =>
      (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
    flush: async () => {
      if (!isSynced) await handle.datasync();
      // A file deleted while open accepts writes but keeps nothing. The system knows the state of an
      // open file without reading the disk; a thread would take as long as the flush.
      if (fstatSync(handle.fd).nlink === 0) await fs.stat(path);
    },
    truncate: (size) => handle.truncate(size),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  };
}

async function readFully(
  handle: fs.FileHandle,
  position: number,
  length: number,
): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function entryOf(stats: BigIntStats): DiskEntry {
  return {
    kind: kindOf(stats),
    mode: Number(stats.mode & 0o7777n),
    size: Number(stats.size),
    identity: `${String(stats.dev)}:${String(stats.ino)}`,
    state: [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':'),
    changedAt: Number(stats.ctimeMs),
  };
}

function kindOf(stats: BigIntStats): DiskEntry['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'other';
}

/** Follows only a link to a folder: users may have moved VS Code's storage to another disk. */
async function openToFlush(path: string): Promise<fs.FileHandle> {
  try {
    return await fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (errnoOf(error) !== 'ELOOP') throw error;
    return fs.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  }
}

async function openUp(folder: string): Promise<void> {
  if (!(await fs.lstat(folder)).isDirectory()) return;
  await fs.chmod(folder, ownerOnlyFolder);
  for (const name of await fs.readdir(folder)) await openUp(path.join(folder, name));
}
