import { createHash } from 'node:crypto';
import path from 'node:path';
import { replaceWith, writeAll, readWhole } from '../../system/whole-file';
import type { Disk, DiskFile } from '../../system/disk';

/** Files flushed at the same time. */
const parallel = 8;

export function copyName(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Copies of contents in a folder, named by SHA-256, so that identical content is stored once
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
   * Resolves once all copies are on disk, and `along` is done, which begins when only their names
   * are left to flush; rejects if either is not.
   */
  async save<T>(contents: ReadonlyMap<string, Uint8Array>, along: () => Promise<T>): Promise<T> {
    const missing = [...contents].filter(([name]) => !this.sizes.has(name));
    if (missing.length === 0) return along();
    await inParallel(missing, ([name, bytes]) => this.write(name, bytes));
    const [done] = await Promise.all([along(), this.disk.flushPath(this.folder)]);
    for (const [name, { length }] of missing) {
      this.sizes.set(name, length);
      this.total += length;
    }
    return done;
  }

  /** Undefined if the copy is missing or damaged. */
  async read(name: string): Promise<Uint8Array | undefined> {
    const bytes = await readWhole(this.disk, path.join(this.folder, name));
    return bytes !== undefined && copyName(bytes) === name ? bytes : undefined;
  }

  /** Deletes the copies that are not among `needed`. */
  async retain(needed: ReadonlySet<string>): Promise<void> {
    const spare = [...this.sizes.keys()].filter((name) => !needed.has(name));
    await inParallel(spare, async (name) => {
      await this.disk.remove(path.join(this.folder, name));
      this.total -= this.sizes.get(name) ?? 0;
      this.sizes.delete(name);
    });
  }

  private async write(name: string, bytes: Uint8Array): Promise<void> {
    const fill = (file: DiskFile): Promise<void> => writeAll(file, bytes, 0);
    await replaceWith(this.disk, path.join(this.folder, name), { fill });
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
  const ends = await Promise.allSettled(workers);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Opens the copies named in a record and deletes all others. */
export async function openFileCopies(
  disk: Disk,
  folder: string,
  needed: ReadonlyMap<string, number>,
): Promise<FileCopies> {
  const known = new Map<string, number>();
  for (const name of await disk.names(folder)) {
    const size = needed.get(name);
    if (size === undefined) await disk.remove(path.join(folder, name));
    else known.set(name, size);
  }
  return new FileCopies(disk, folder, known);
}
