import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import { errnoOf } from './errno-failure';
import type { EntryName, Folder } from './folder';
import { cancelled, notRegular, swapped, tooLarge } from './file-refusals';

export interface FileToScan {
  readonly folder: Folder;
  readonly name: EntryName;
  /** The path as displayed. */
  readonly shown: string;
}

export interface ScanOptions {
  readonly maxBytes: number;
  /** What a larger file is: refused, or read as far as this. */
  readonly larger: 'refuse' | 'cut';
  readonly signal: AbortSignal;
}

/** Neither waits for the other end of a pipe nor follows a link put there since the check. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Shows the content chunk by chunk; answers the state of the file that was read. Opens nothing but
 * a regular file, and compares what was opened with what was checked. Rejects with the errno.
 */
export async function scanFile(
  { folder, name, shown }: FileToScan,
  options: ScanOptions,
  take: (chunk: Uint8Array) => void | Promise<void>,
): Promise<Result<BigIntStats>> {
  const before = await folder.stat(name);
  const refused = notRegular(before, shown);
  if (refused !== undefined) return fail(refused);
  const { maxBytes, larger, signal } = options;
  if (larger === 'refuse' && before.size > BigInt(maxBytes)) {
    return fail(tooLarge(shown, before.size, maxBytes));
  }
  const handle = await openChecked(folder, name);
  if (handle === undefined) return fail(swapped(shown));
  try {
    if (!(await isSameFile(handle, before)) || !(await folder.isStill())) {
      return fail(swapped(shown));
    }
    const limit = larger === 'refuse' ? maxBytes + 1 : maxBytes;
    const total = await readUpTo(handle, { limit, size: Number(before.size), signal }, take);
    if (total === 'aborted') return fail(cancelled(shown, 'Reading was cancelled'));
    if (total > maxBytes) return fail(tooLarge(shown, BigInt(total), maxBytes));
    return succeed(before);
  } finally {
    await handle.close();
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

/** Stamp of a content that is not at hand, read in pieces. */
export async function stampFile(
  file: FileToScan,
  options: ScanOptions,
): Promise<Result<{ readonly stamp: string; readonly stats: BigIntStats }>> {
  const hash = createHash(stampAlgorithm);
  const stats = await scanFile(file, options, (chunk) => void hash.update(chunk));
  return stats.ok ? succeed({ stamp: hash.digest('hex'), stats: stats.value }) : stats;
}

/** The stamp of a content that is at hand. */
export function stampOf(bytes: Uint8Array): string {
  return createHash(stampAlgorithm).update(bytes).digest('hex');
}

/** Undefined when a link was put there. */
async function openChecked(folder: Folder, name: EntryName): Promise<FileHandle | undefined> {
  try {
    return await folder.openFile(name, readOnly);
  } catch (error) {
    if (errnoOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

/** Compares what was opened with what was checked (decision file-sandbox). */
async function isSameFile(handle: FileHandle, before: BigIntStats): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  return opened.dev === before.dev && opened.ino === before.ino && opened.isFile();
}

const chunkBytes = 1024 * 1024;

interface ReadLimits {
  /** Bytes to read at most; one more than allowed, so that a file that grows is noticed. */
  readonly limit: number;
  /** What the file is expected to hold. */
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
    // One byte beyond the expected end, so that the end is seen without another large buffer.
    const expected = Math.max(size - total + 1, 4096);
    const buffer = new Uint8Array(Math.min(chunkBytes, expected, limit - total));
    const { bytesRead } = await handle.read(buffer);
    if (bytesRead === 0) break;
    await take(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return total;
}
