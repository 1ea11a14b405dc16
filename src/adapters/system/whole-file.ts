import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disk, DiskFile, OpenMode } from './disk';
import { ifMissing } from './errno';

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

/** A file made under a temporary name, and how it takes its place. */
export interface Temporary<Refusal> {
  /** Makes it complete and durable, or says why not. */
  readonly make: () => Promise<Refusal | undefined>;
  /** Renames it into place, or says why not. */
  readonly place: () => Promise<Refusal | undefined>;
  /** Removes it; reports its own errors. */
  readonly discard: () => Promise<void>;
}

/**
 * Makes something complete under a temporary name, then renames it into place: a reader sees the
 * old or the new one, never a mixture. Nothing is left if either step fails or refuses.
 */
export async function viaTemporary<Refusal>({
  make,
  place,
  discard,
}: Temporary<Refusal>): Promise<Refusal | undefined> {
  let isPlaced = false;
  try {
    const refused = (await make()) ?? (await place());
    isPlaced = refused === undefined;
    return refused;
  } finally {
    if (!isPlaced) await discard();
  }
}

export interface Replacement {
  /** Another name than `<path>.tmp`, where several windows write the same file. */
  readonly temporary?: string;
  /** Writes the content. */
  readonly fill: (file: DiskFile) => Promise<void>;
  /** The last check of what was written; false leaves the old file. */
  readonly isGood?: (temporary: string) => Promise<boolean>;
}

/** Replaces a file as a whole; a crash leaves the old or the new content. True if it did. */
export async function replaceWith(
  disk: Disk,
  path: string,
  { temporary = `${path}.tmp`, fill, isGood }: Replacement,
): Promise<boolean> {
  const refused = await viaTemporary({
    make: async () => {
      await withOpened(disk, temporary, 'replace', async (file) => {
        await fill(file);
        await file.flush();
      });
      return (await isGood?.(temporary)) === false ? 'refused' : undefined;
    },
    place: async () => {
      await disk.rename(temporary, path);
      return undefined;
    },
    // The first error is the one to report, and the next replacement uses the same name.
    discard: () => disk.remove(temporary).catch(() => undefined),
  });
  return refused === undefined;
}

/** The same with content in memory; survives a power cut. */
export async function replaceFile(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  await replaceWith(disk, path, { fill: (file) => writeAll(file, bytes, 0) });
  await disk.flushPath(dirname(path));
}

/** Closes what was only read. Windows has to wait: it does not replace a file that is open. */
export async function closeRead(handle: FileHandle): Promise<void> {
  const closed = handle.close().catch(() => undefined);
  if (process.platform === 'win32') await closed;
}
