import { say } from '../../core/base/sentence';
import { createHash } from 'node:crypto';
import { constants, fstatSync, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { fileTypeBytes } from '../../core/base/file-type';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { ReadFileOptions } from '../../core/ports/files';
import { inParent, type DiskAccess, type GuardedTarget } from './disk-access';
import type { EntryName, Folder } from './folder';
import { cancelled, notRegular, swapped, tooLarge } from './file-refusals';
import { errnoOf } from '../system/errno';
import { closeRead } from '../system/whole-file';

/** Far more than a tool replaces; limits the cost of one call. */
export const maxStampedBytes = 100 * 1024 * 1024;

export interface FileToScan {
  readonly folder: Folder;
  readonly name: EntryName;
  /** The displayed path. */
  readonly shown: string;
  /** If it was just looked at. */
  readonly stats?: BigIntStats | undefined;
}

export interface ScanOptions {
  readonly maxBytes: number;
  /** Whether a larger file is refused or read up to the limit. */
  readonly larger: 'refuse' | 'cut';
  readonly signal: AbortSignal;
}

/** Neither blocks on a pipe nor follows a link put there since the check. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Passes the content on chunk by chunk; returns the state of the file. Opens only regular files,
 * and compares the open file with the checked one. Rejects with the errno.
 */
export async function scanFile(
  { folder, name, shown, stats }: FileToScan,
  options: ScanOptions,
  take: (chunk: Uint8Array) => void | Promise<void>,
): Promise<Result<BigIntStats>> {
  const before = stats ?? (await folder.stat(name));
  const refused = notRegular(before, shown);
  if (refused !== undefined) return fail(refused);
  const { maxBytes, larger, signal } = options;
  if (larger === 'refuse' && before.size > BigInt(maxBytes)) {
    return fail(tooLarge(shown, Number(before.size), maxBytes));
  }
  const handle = await openChecked(folder, name);
  if (handle === undefined) return fail(swapped(shown));
  try {
    if (!isSameFile(handle, before) || !(await folder.isStill())) {
      return fail(swapped(shown));
    }
    const limit = larger === 'refuse' ? maxBytes + 1 : maxBytes;
    const total = await readUpTo(handle, { limit, size: Number(before.size), signal }, take);
    if (total === 'aborted') return fail(cancelled(shown, say`Reading was cancelled: ${shown}`));
    if (total > maxBytes) return fail(tooLarge(shown, total, maxBytes));
    return succeed(before);
  } finally {
    await closeRead(handle);
  }
}

export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly stats: BigIntStats;
}

/** The content, or its beginning. */
export async function readBytes(
  file: FileToScan,
  options: ScanOptions,
): Promise<Result<FileBytes>> {
  const chunks: Uint8Array[] = [];
  const stats = await scanFile(file, options, (chunk) => void chunks.push(chunk));
  if (!stats.ok) return stats;
  const [only = new Uint8Array()] = chunks;
  const bytes = chunks.length > 1 ? Buffer.concat(chunks) : only;
  return succeed({ bytes, stats: stats.value });
}

const stampAlgorithm = 'sha256';

/** Stamp of a file, read in chunks. */
export async function stampFile(
  file: FileToScan,
  options: ScanOptions,
): Promise<Result<{ readonly stamp: string; readonly stats: BigIntStats }>> {
  const hash = createHash(stampAlgorithm);
  const stats = await scanFile(file, options, (chunk) => void hash.update(chunk));
  return stats.ok ? succeed({ stamp: hash.digest('hex'), stats: stats.value }) : stats;
}

/** Stamp of a content in memory. */
export function stampOf(bytes: Uint8Array): string {
  return createHash(stampAlgorithm).update(bytes).digest('hex');
}

/** Undefined if a link was put there. */
async function openChecked(folder: Folder, name: EntryName): Promise<FileHandle | undefined> {
  try {
    return await folder.openFile(name, readOnly);
  } catch (error) {
    if (errnoOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

/** Compares the open file with the checked one (decision file-sandbox). */
function isSameFile({ fd }: FileHandle, before: BigIntStats): boolean {
  const opened = fstatSync(fd, { bigint: true });
  return opened.dev === before.dev && opened.ino === before.ino && opened.isFile();
}

const chunkBytes = 1024 * 1024;

interface ReadLimits {
  /** Bytes to read at most; one more than allowed, to detect a growing file. */
  readonly limit: number;
  /** Expected size of the file. */
  readonly size: number;
  readonly signal: AbortSignal;
}

async function readUpTo(
  handle: FileHandle,
  { limit, size, signal }: ReadLimits,
  take: (chunk: Uint8Array) => void | Promise<void>,
): Promise<number | 'aborted'> {
  let total = 0;
  while (total < limit) {
    if (signal.aborted) return 'aborted';
    // One byte past the expected end detects the end without another large buffer.
    const expected = Math.max(size - total + 1, 4096);
    const buffer = new Uint8Array(Math.min(chunkBytes, expected, limit - total));
    const { bytesRead } = await handle.read(buffer);
    if (bytesRead === 0) break;
    await take(buffer.subarray(0, bytesRead));
    total += bytesRead;
    // It has its expected size, and there was room for more.
    if (total === size && bytesRead < buffer.length) break;
  }
  return total;
}

/** Reads the whole file, or the beginning of a larger one. Rejects with the errno. */
export function readFile(
  disk: DiskAccess,
  target: GuardedTarget,
  { maxBytes, signal }: ReadFileOptions,
): Promise<Result<{ readonly bytes: Uint8Array; readonly size: number }>> {
  const { shown } = target;
  return inParent(disk, target, async (parent) => {
    const stats = await parent.folder.stat(parent.name);
    const isLarge = stats.size > BigInt(maxBytes);
    const limits = isLarge
      ? ({ maxBytes: fileTypeBytes, larger: 'cut' } as const)
      : ({ maxBytes, larger: 'refuse' } as const);
    const file = await readBytes({ ...parent, shown, stats }, { ...limits, signal });
    if (!file.ok) return file;
    const { bytes } = file.value;
    return succeed({ bytes, size: isLarge ? Number(stats.size) : bytes.length });
  });
}
