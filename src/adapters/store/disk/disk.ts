import { constants } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  type FileHandle,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure, type Failure, fail, type Result } from '../../../core/contracts/failure';
import { errnoOf, ifMissing } from '../../system/errno';

/** `create` fails if the file exists; `write` keeps its content. */
export type OpenMode = 'read' | 'write' | 'create' | 'replace';

export interface DiskFile {
  /** Bytes from `position`; fewer than `length` only at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
  /** Returns the number of bytes written, possibly fewer than requested. */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Resolves once writes survive a power cut (fdatasync); rejects if the file is gone. */
  flush(): Promise<void>;
  truncate(size: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

/** A storage folder, and the disk it is on. */
export interface StoreFolder {
  readonly disk: Disk;
  readonly folder: string;
}

/** The store's file system calls, so that tests can make each of them fail. */
export interface Disk {
  makeFolder(folder: string): Promise<void>;
  names(folder: string): Promise<readonly string[]>;
  open(path: string, mode: OpenMode): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
  /** Makes creations, renames and removals in the folder survive a power cut. */
  flushFolder(folder: string): Promise<void>;
  /** Epoch milliseconds. */
  modifiedAt(path: string): Promise<number>;
  touch(path: string, at: number): Promise<void>;
}

const flags: Readonly<Record<OpenMode, number>> = {
  read: constants.O_RDONLY,
  write: constants.O_RDWR | constants.O_CREAT,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  replace: constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC,
};

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

export const nodeDisk: Disk = {
  makeFolder: async (folder) => {
    await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  },
  names: (folder) => readdir(folder),
  open: async (path, mode) => nodeFile(await open(path, flags[mode], ownerOnlyFile), path),
  rename,
  copy: copyFile,
  remove: (path) => rm(path, { force: true }),
  flushFolder,
  modifiedAt: async (path) => (await stat(path)).mtimeMs,
  touch: (path, at) => utimes(path, at / 1000, at / 1000),
};

function nodeFile(handle: FileHandle, path: string): DiskFile {
  return {
    read: (position, length) => readFully(handle, position, length),
    write: async (bytes, position) =>
      (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
    flush: async () => {
      await handle.datasync();
      // A file deleted while open accepts writes but keeps nothing.
      if ((await handle.stat()).nlink === 0) await stat(path);
    },
    truncate: (size) => handle.truncate(size),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  };
}

async function readFully(
  handle: FileHandle,
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

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open folders; NTFS journals renames.
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all of `bytes`, even if the disk accepts only part of them at a time. */
export async function writeAll(file: DiskFile, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const count = await file.write(bytes.subarray(written), position + written);
    if (count === 0) throw new Error('The disk accepted no more bytes.');
    written += count;
  }
}

/** Runs `use` with the open file and closes it; undefined if the file does not exist. */
export async function withFile<T>(
  disk: Disk,
  path: string,
  use: (file: DiskFile) => Promise<T>,
): Promise<T | undefined> {
  const file = await disk.open(path, 'read').catch(ifMissing(undefined));
  return file && useFile(file, use);
}

/** Opens the file, runs `use` with it and closes it. */
export async function withOpened<T>(
  disk: Disk,
  path: string,
  mode: OpenMode,
  use: (file: DiskFile) => Promise<T>,
): Promise<T> {
  return useFile(await disk.open(path, mode), use);
}

async function useFile<T>(file: DiskFile, use: (file: DiskFile) => Promise<T>): Promise<T> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** The whole content; undefined if the file does not exist. */
export function readWhole(disk: Disk, path: string): Promise<Uint8Array | undefined> {
  return withFile(disk, path, async (file) => file.read(0, await file.size()));
}

/** 0 if the file does not exist: it may disappear at any time. */
export async function sizeOf(disk: Disk, path: string): Promise<number> {
  return (await withFile(disk, path, (file) => file.size())) ?? 0;
}

/** Writes a durable file under a temporary name. */
export async function writeTemporary(disk: Disk, path: string, bytes: Uint8Array): Promise<string> {
  const temporary = `${path}.tmp`;
  await withOpened(disk, temporary, 'replace', async (file) => {
    await writeAll(file, bytes, 0);
    await file.flush();
  });
  return temporary;
}

/** Replaces `path` so that a crash leaves either the old or the new content, complete. */
export async function replaceFile(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = await writeTemporary(disk, path, bytes);
  await disk.rename(temporary, path);
  await disk.flushFolder(dirname(path));
}

/** Explains a file error without the path. Example for `task`: "write the audit entry". */
export function diskFailure(task: string, error: unknown): Failure {
  const code = errnoOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return failure('execution', `Could not ${task}: the disk is full.`, {
        suggestion: 'Stop and ask the user to free disk space, then try again.',
      });
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return failure('execution', `Could not ${task}: the storage folder is not writable.`, {
        suggestion:
          "Stop and ask the user to make the extension's storage folder writable, then try again.",
      });
    default:
      return failure('execution', `Could not ${task}: the storage failed (${code || 'error'}).`, {
        suggestion: 'Stop and ask the user to check the disk and the extension log.',
      });
  }
}

export interface Attempt {
  /** Example: "write the audit entry". */
  readonly task: string;
  readonly log: (line: string) => void;
}

/** Turns exceptions into failures; logs the details. */
export async function attempt<T>(
  { task, log }: Attempt,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    const failed = diskFailure(task, error);
    log(`${failed.message} ${error instanceof Error ? error.message : String(error)}`);
    return fail(failed);
  }
}
