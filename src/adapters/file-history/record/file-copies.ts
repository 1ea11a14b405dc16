import path from 'node:path';
import { stampOf } from '../../files/scan-file';
import { writeAll, readWhole } from '../../system/whole-file';
import type { Disk, DiskFile } from '../../system/disk';

/** Files flushed at the same time. */
const parallel = 8;

/**
 * Copies of contents in a folder, named by their stamps, so that identical content is stored once
 * (decision 42).
 */
export class FileCopies {
  private readonly sizes: Map<string, number>;
  private total: number;

  /** `known`: existing copies with their sizes. */
  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    known: ReadonlyMap<string, number>,
  ) {
    this.sizes = new Map(known);
    this.total = [...known.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Total size of all copies, in bytes. */
  size(): number {
    return this.total;
  }

  has(name: string): boolean {
    return this.sizes.has(name);
  }

  /**
   * Resolves once all copies are on disk, and `along` is done, which begins when only flushing is
   * left: a disk flushes together what is written. Rejects if either fails, after both have ended.
   */
  async save<T>(contents: ReadonlyMap<string, Uint8Array>, along: () => Promise<T>): Promise<T> {
    const missing = [...contents].filter(([name]) => !this.sizes.has(name));
    if (missing.length === 0) return along();
    try {
      const done = await this.write(missing, along);
      for (const [name, { length }] of missing) {
        this.sizes.set(name, length);
        this.total += length;
      }
      return done;
    } catch (error) {
      // Report the first error; what cannot be removed now is when the chat is opened.
      for (const [name] of missing) await this.disk.remove(this.at(name)).catch(() => undefined);
      throw error;
    }
  }

  /** Undefined if the copy is missing or damaged. */
  async read(name: string): Promise<Uint8Array | undefined> {
    const bytes = await readWhole(this.disk, this.at(name));
    return bytes !== undefined && stampOf(bytes) === name ? bytes : undefined;
  }

  /** Deletes the copies that are not among `needed`. */
  async retain(needed: ReadonlySet<string>): Promise<void> {
    const spare = [...this.sizes.keys()].filter((name) => !needed.has(name));
    await inParallel(spare, async (name) => {
      await this.disk.remove(this.at(name));
      this.total -= this.sizes.get(name) ?? 0;
      this.sizes.delete(name);
    });
  }
  private async write<T>(
    contents: readonly (readonly [string, Uint8Array])[],
    along: () => Promise<T>,
  ): Promise<T> {
    const files: (readonly [DiskFile, Uint8Array])[] = [];
    try {
      await inParallel(contents, async ([name, bytes]) => {
        files.push([await this.disk.open(this.at(name), 'write'), bytes]);
      });
    } catch (error) {
      await inParallel(files, ([file]) => file.close());
      throw error;
    }
    // Flushed at the same time, so that the disk has to end its work once.
    const kept = inParallel(files, ([file, bytes]) => writeFlushed(file, bytes));
    const done = along();
    await allDone([done, kept, this.disk.flushPath(this.folder)]);
    return done;
  }

  private at(name: string): string {
    return path.join(this.folder, name);
  }
}

async function writeFlushed(file: DiskFile, bytes: Uint8Array): Promise<void> {
  try {
    await writeAll(file, bytes, 0);
    await file.flush();
  } finally {
    await file.close();
  }
}

/** Rejects with the first error, after all running work has ended. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  // One iterator for all workers, so that each item is processed once.
  const left = items.values();
  const next = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  const workers = Array.from({ length: Math.min(parallel, items.length) }, next);
  await allDone(workers);
}

/** Rejects with the first error, after all have ended. */
async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/**
 * Opens the copies named in a record and deletes all others. Of the last change in it, a crash may
 * have left incomplete copies.
 */
export async function openFileCopies(
  disk: Disk,
  folder: string,
  { needed, last }: Record<'needed' | 'last', ReadonlyMap<string, number>>,
): Promise<FileCopies> {
  const known = new Map<string, number>();
  const copies = new FileCopies(disk, folder, needed);
  for (const name of await disk.names(folder)) {
    const size = needed.get(name);
    const isGood = size !== undefined && (!last.has(name) || (await copies.read(name)));
    if (isGood) known.set(name, size);
    else await disk.remove(path.join(folder, name));
  }
  return new FileCopies(disk, folder, known);
}
