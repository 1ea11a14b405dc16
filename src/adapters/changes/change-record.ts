import path from 'node:path';
import { createHash } from 'node:crypto';
import { AppendFile } from '../store/disk/append-file';
import { withFile, writeTemporary } from '../store/disk/disk';
import { type ChangeLogDisk, copiesName, recordName } from './chat-folders';
import { copiesIn, type RecordedState } from './file-steps';
import { decodeLines, encodeLine, type RecordLine } from './record-format';

/** The record of a chat's changes on disk (decision 42). */
export interface ChangeRecord {
  readonly copies: FileCopies;
  /** Resolves once the line is flushed; rejects if it is not in the record. */
  append(line: RecordLine): Promise<void>;
  close(): Promise<void>;
}

export interface ReadRecord {
  readonly lines: readonly RecordLine[];
  /** Number of lines that could not be read. */
  readonly damaged: number;
  readonly bytes: number;
}

/** Reads the record of a chat; ignores a line cut off by a crash. */
export async function readRecord(disk: ChangeLogDisk, folder: string): Promise<ReadRecord> {
  const bytes = await withFile(disk, path.join(folder, recordName), async (file) =>
    file.read(0, await file.size()),
  );
  if (bytes === undefined) return { lines: [], damaged: 0, bytes: 0 };
  return { ...decodeLines(bytes), bytes: bytes.length };
}

/** Continues a record; its lines name the copies in use. */
export async function openRecord(
  disk: ChangeLogDisk,
  folder: string,
  read: ReadRecord,
): Promise<ChangeRecord> {
  const copies = await openFileCopies(disk, path.join(folder, copiesName), namedCopies(read.lines));
  const file = new AppendFile({
    size: read.bytes,
    open: () => disk.open(path.join(folder, recordName), 'write'),
  });
  return {
    copies,
    append: (line) => file.append([encodeLine(line)]),
    close: () => file.close(),
  };
}

/** Names of the copies, with their sizes. */
function namedCopies(lines: readonly RecordLine[]): ReadonlyMap<string, number> {
  const images = lines.flatMap((line): readonly RecordedState[] => {
    if (line.is !== 'begun') return [];
    const { change } = line;
    return change.kind === 'move' ? [change.replaced] : change.places.map(({ image }) => image);
  });
  return new Map(
    images.flatMap((image) =>
      image.kind === 'file' ? copiesIn(image).map((name) => [name, image.size] as const) : [],
    ),
  );
}

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
    private readonly disk: ChangeLogDisk,
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

  /** Resolves once all copies are on disk; rejects if any is not. */
  async save(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const missing = [...contents].filter(([name]) => !this.sizes.has(name));
    if (missing.length === 0) return;
    await inParallel(missing, ([name, bytes]) => this.write(name, bytes));
    await this.disk.flushFolder(this.folder);
    for (const [name, { length }] of missing) {
      this.sizes.set(name, length);
      this.total += length;
    }
  }

  /** Undefined if the copy is missing or damaged. */
  async read(name: string): Promise<Uint8Array | undefined> {
    const bytes = await withFile(this.disk, path.join(this.folder, name), async (file) =>
      file.read(0, await file.size()),
    );
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
    const file = path.join(this.folder, name);
    const temporary = await writeTemporary(this.disk, file, bytes);
    await this.disk.rename(temporary, file);
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
async function openFileCopies(
  disk: ChangeLogDisk,
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
