import { fail, succeed, type Result } from '../../core/contracts/result';
import type { FileHead, ReadFileOptions } from '../../core/ports/files';
import { inParent, type DiskAccess, type GuardedTarget } from './disk';
import type { DiskContent } from './disk-files';
import { errnoOf } from './errno-failure';
import { statOrMissing } from './folder';
import { readBytes, stampFile, stampOf } from './scan-file';
import { maxStampedBytes } from './write-file';

/** The whole file, or nothing of it. Rejects with the errno. */
export function readWhole(
  disk: DiskAccess,
  target: GuardedTarget,
  { maxBytes, signal }: ReadFileOptions,
): Promise<Result<DiskContent>> {
  const { shown, resolved } = target;
  return inParent(disk, target, async (parent) => {
    const options = { maxBytes, larger: 'refuse', signal } as const;
    const file = await readBytes({ ...parent, shown }, options);
    if (!file.ok) return file;
    const { bytes } = file.value;
    return succeed({ bytes, real: resolved.real, stamp: stampOf(bytes) });
  });
}

/** The beginning of a file of any size. Rejects with the errno. */
export function readHead(
  disk: DiskAccess,
  target: GuardedTarget,
  { maxBytes, signal }: ReadFileOptions,
): Promise<Result<FileHead>> {
  const { shown, resolved } = target;
  return inParent(disk, target, async (parent) => {
    const file = await readBytes({ ...parent, shown }, { maxBytes, larger: 'cut', signal });
    if (!file.ok) return file;
    const { bytes, stats } = file.value;
    return succeed({ real: resolved.real, size: Number(stats.size), bytes });
  });
}

/** Undefined for what is no regular file, or not there. Rejects with the errno. */
export async function readStamp(
  disk: DiskAccess,
  target: GuardedTarget,
  signal: AbortSignal,
): Promise<Result<string | undefined>> {
  const { shown } = target;
  try {
    return await inParent(disk, target, async (parent) => {
      const stats = await statOrMissing(parent.folder, parent.name);
      if (stats?.isFile() !== true) return succeed(undefined);
      const options = { maxBytes: maxStampedBytes, larger: 'refuse', signal } as const;
      const stamped = await stampFile({ ...parent, shown }, options);
      return stamped.ok ? succeed(stamped.value.stamp) : fail(stamped.failure);
    });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return succeed(undefined);
    throw error;
  }
}
