import path from 'node:path';
import { writeAll } from '../../system/whole-file';
import type { Disk, DiskFile } from '../../system/disk';
import { createSerial } from '../../system/serial';

interface PendingAppend<T> {
  readonly item: T;
  readonly isFlushed: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendFileOptions<T> {
  readonly open: () => Promise<DiskFile>;
  readonly size: number;
  /** The bytes of items in their order; if it throws, none of them is written. */
  readonly encode: (items: readonly T[]) => readonly Uint8Array[];
  /** Called when the items encoded last are flushed, before any other use of the file. */
  readonly onFlushed?: (count: number) => void;
  /** Called before items are encoded; may `replace`, and does not reject. */
  readonly prepare?: () => Promise<void>;
}

/** An append-only file. Writes that arrive during a flush share the next one. */
export class AppendFile<T = Uint8Array> {
  private readonly serial = createSerial();
  private file: DiskFile | undefined;
  private size: number;
  private tailIsDirty = false;
  private isUnflushed = false;
  private waiting: PendingAppend<T>[] = [];

  constructor(private readonly options: AppendFileOptions<T>) {
    this.size = options.size;
  }

  /** Resolves once the item is flushed; rejects if nothing of it is in the file. */
  append(item: T): Promise<void> {
    return this.add(item, true);
  }

  /**
   * The same without a flush of its own: the next item brings one along, and so does closing. The
   * end of this process loses nothing, that of the machine the item.
   */
  appendUnflushed(item: T): Promise<void> {
    return this.add(item, false);
  }

  /** Flushes what is in the file without a flush. */
  flush(): Promise<void> {
    return this.serial.run(() => this.flushFile());
  }

  /** Size at the last flush, unless something was appended without one. */
  flushedSize(): number {
    return this.size;
  }

  /** Runs `work` while nothing is written; the next append reopens the file. */
  replace(work: (resized: (size: number) => void) => Promise<void>): Promise<void> {
    return this.serial.run(() => this.replaceNow(work));
  }

  /** The same within `prepare`. */
  async replaceNow(work: (resized: (size: number) => void) => Promise<void>): Promise<void> {
    if (this.file !== undefined && this.tailIsDirty) await this.dropTail(this.file);
    await this.closeFile();
    await work((size) => (this.size = size));
  }

  /** Waits for pending appends, then closes. */
  close(): Promise<void> {
    return this.serial.run(() => this.closeFile());
  }

  private add(item: T, isFlushed: boolean): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.waiting.push({ item, isFlushed, resolve, reject });
      if (this.waiting.length === 1) void this.serial.run(() => this.flushWaiting());
    });
  }

  private async flushWaiting(): Promise<void> {
    const { prepare, encode, onFlushed } = this.options;
    await prepare?.();
    const batch = this.waiting;
    this.waiting = [];
    try {
      const isFlushed = batch.some((one) => one.isFlushed);
      await this.write(Buffer.concat(encode(batch.map(({ item }) => item))), isFlushed);
      onFlushed?.(batch.length);
      for (const one of batch) one.resolve();
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }

  private async write(bytes: Uint8Array, isFlushed: boolean): Promise<void> {
    const file = (this.file ??= await this.options.open());
    if (this.tailIsDirty) await this.dropTail(file);
    const wasUnflushed = this.isUnflushed;
    try {
      this.tailIsDirty = true;
      await writeAll(file, bytes, this.size);
      this.isUnflushed = true;
      if (isFlushed) await this.flushFile();
      this.tailIsDirty = false;
      this.size += bytes.length;
    } catch (error) {
      this.isUnflushed = wasUnflushed;
      // If this fails, the next write tries again.
      await this.dropTail(file).catch(() => undefined);
      throw error;
    }
  }

  private async dropTail(opened: DiskFile): Promise<void> {
    await opened.truncate(this.size);
    this.tailIsDirty = false;
  }

  private async flushFile(): Promise<void> {
    if (!this.isUnflushed) return;
    await this.file?.flush();
    this.isUnflushed = false;
  }

  private async closeFile(): Promise<void> {
    const opened = this.file;
    try {
      await this.flushFile();
    } finally {
      this.file = undefined;
      await opened?.close();
    }
  }
}

/** A new file survives a power cut only if its folder is flushed. */
export async function openToAppend(disk: Disk, file: string): Promise<DiskFile> {
  const opened = await disk.open(file, 'append');
  try {
    await disk.flushPath(path.dirname(file));
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}
