import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { formatSize } from '../../core/base/format-size';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { ReadOptions } from '../../core/ports/files';
import { errnoOf } from './errno-failure';
import { isStillCanonical } from './same-place';

/** Rejects with the errno; never opens anything but a regular file. */
export async function readRegularFile(
  real: string,
  shown: string,
  options: ReadOptions,
): Promise<Result<RegularFile>> {
  const chunks: Uint8Array[] = [];
  const stats = await scanRegularFile({ real, shown }, options, (chunk) => void chunks.push(chunk));
  if (!stats.ok) return stats;
  const [only = new Uint8Array()] = chunks;
  const bytes = chunks.length > 1 ? Buffer.concat(chunks) : only;
  return succeed({ bytes, stats: stats.value });
}

/** Stamp of a file's content, read in pieces; undefined when there is no regular file. */
export async function stampRegularFile(
  real: string,
  shown: string,
  options: ReadOptions,
): Promise<Result<string | undefined>> {
  const stats = await statOrMissing(real);
  if (stats?.isFile() !== true) return succeed(undefined);
  const stamp = createHash(stampAlgorithm);
  const scanned = await scanRegularFile({ real, shown }, options, (chunk) => stamp.update(chunk));
  return scanned.ok ? succeed(stamp.digest('hex')) : scanned;
}

/** The stamp of a content that is at hand. */
export function stampOf(bytes: Uint8Array): string {
  return createHash(stampAlgorithm).update(bytes).digest('hex');
}

const stampAlgorithm = 'sha256';

/** Undefined when nothing is there; links are not followed. */
export async function statOrMissing(file: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(file, { bigint: true });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

interface FileToScan {
  readonly real: string;
  readonly shown: string;
}

/** Shows the content chunk by chunk; answers the state of the file that was read. */
async function scanRegularFile(
  { real, shown }: FileToScan,
  { maxBytes, signal }: ReadOptions,
  take: (chunk: Uint8Array) => void,
): Promise<Result<BigIntStats>> {
  const before = await lstat(real, { bigint: true });
  const refused = notRegular(before, shown);
  if (refused !== undefined) return fail(refused);
  if (before.size > BigInt(maxBytes)) return fail(tooLarge(shown, before.size, maxBytes));
  const handle = await open(real, readOnly);
  try {
    if (!(await isStill(handle, before, real))) return fail(swapped(shown));
    const total = await readUpTo(handle, { maxBytes, signal }, take);
    if (total === 'aborted') return fail(failure('cancelled', `Reading was cancelled: ${shown}`));
    if (total > maxBytes) return fail(tooLarge(shown, BigInt(total), maxBytes));
    return succeed(before);
  } finally {
    await handle.close();
  }
}

export interface RegularFile {
  readonly bytes: Uint8Array;
  readonly stats: BigIntStats;
}

/** Neither waits for the other end of a pipe nor follows a link put there since the check. */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A failure for folders, devices, pipes and sockets; undefined for a regular file. */
function notRegular(stats: BigIntStats, shown: string): Failure | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) {
    return failure('execution', `This is a folder, not a file: ${shown}`, {
      suggestion: 'Use list_directory for a folder.',
    });
  }
  return failure('policy_denied', `This is a device, pipe or link, not a regular file: ${shown}`);
}

/** Compares what was opened with what was checked (security section 8; best effort, see tests). */
async function isStill(handle: FileHandle, before: BigIntStats, real: string): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  const sameFile = opened.dev === before.dev && opened.ino === before.ino && opened.isFile();
  return sameFile && isStillCanonical(real);
}

export function swapped(shown: string): Failure {
  return failure('policy_denied', `The path was replaced while it was being opened: ${shown}`);
}

const chunkBytes = 1024 * 1024;

/** Reads one byte more than allowed at most, so that a growing file is noticed. */
async function readUpTo(
  handle: FileHandle,
  { maxBytes, signal }: ReadOptions,
  take: (chunk: Uint8Array) => void,
): Promise<number | 'aborted'> {
  let total = 0;
  while (total <= maxBytes) {
    if (signal.aborted) return 'aborted';
    const buffer = new Uint8Array(Math.min(chunkBytes, maxBytes + 1 - total));
    const { bytesRead } = await handle.read(buffer);
    if (bytesRead === 0) break;
    take(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return total;
}

function tooLarge(shown: string, bytes: bigint, maxBytes: number): Failure {
  const size = formatSize(Number(bytes));
  const message = `The file is too large (${size}, at most ${formatSize(maxBytes)}): ${shown}`;
  return failure('execution', message, {
    suggestion: "Use grep for the lines you need, or bash: sed -n '1,200p' FILE.",
  });
}
