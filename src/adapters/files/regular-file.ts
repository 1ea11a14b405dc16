import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { formatSize } from '../../core/base/format-size';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { ReadOptions } from '../../core/ports/files';
import { isStillCanonical } from './same-place';

/** Rejects with the errno; never opens anything but a regular file. */
export async function readRegularFile(
  real: string,
  shown: string,
  { maxBytes, signal }: ReadOptions,
): Promise<Result<RegularFile>> {
  const before = await lstat(real, { bigint: true });
  const refused = notRegular(before, shown);
  if (refused !== undefined) return fail(refused);
  if (before.size > BigInt(maxBytes)) return fail(tooLarge(shown, before.size, maxBytes));
  const handle = await open(real, readOnly);
  try {
    if (!(await isStill(handle, before, real))) return fail(swapped(shown));
    const bytes = await readUpTo(handle, maxBytes, signal);
    if (bytes === 'aborted') return fail(failure('cancelled', `Reading was cancelled: ${shown}`));
    if (bytes.length > maxBytes) {
      return fail(tooLarge(shown, BigInt(bytes.length), maxBytes));
    }
    return succeed({ bytes, stats: before });
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
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | 'aborted'> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total <= maxBytes) {
    if (signal.aborted) return 'aborted';
    const buffer = new Uint8Array(Math.min(chunkBytes, maxBytes + 1 - total));
    const { bytesRead } = await handle.read(buffer);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function tooLarge(shown: string, bytes: bigint, maxBytes: number): Failure {
  const size = formatSize(Number(bytes));
  const message = `The file is too large (${size}, at most ${formatSize(maxBytes)}): ${shown}`;
  return failure('execution', message, {
    suggestion: "Use grep for the lines you need, or bash: sed -n '1,200p' FILE.",
  });
}
