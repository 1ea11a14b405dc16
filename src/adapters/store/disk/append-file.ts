import { writeAll } from '../../system/whole-file';
import type { DiskFile } from '../../system/disk';
import { createSerial } from '../../system/serial';

interface PendingAppend {
  readonly parts: readonly Uint8Array[];
  readonly onFlushed: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendFileOptions {
  readonly open: () => Promise<DiskFile>;
  readonly size: number;
}

/** An append-only file. Writes that arrive during a flush share the next one. */
export class AppendFile {
  private readonly serial = createSerial();
  private file: DiskFile | undefined;
  private size: number;
  private tailIsDirty = false;
  private waiting: PendingAppend[] = [];

  constructor(private readonly options: AppendFileOptions) {
    this.size = options.size;
  }

  /**
   * Resolves once the bytes are flushed; rejects if none of them are in the file. `onFlushed` is
   * called before any other use of the file.
   */
  append(parts: readonly Uint8Array[], onFlushed: () => void = () => undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.waiting.push({ parts, onFlushed, resolve, reject });
      if (this.waiting.length === 1) void this.serial.run(() => this.flushWaiting());
    });
  }

  /** Size at the last flush. */
  flushedSize(): number {
    return this.size;
  }

  /** Call while opening: appends follow a header of this size. */
  begin(headerBytes: number): void {
    this.size = headerBytes;
  }

  /** Runs `work` while nothing is written; the next append reopens the file. */
  replace(work: (resized: (size: number) => void) => Promise<void>): Promise<void> {
    return this.serial.run(async () => {
      if (this.file !== undefined && this.tailIsDirty) await this.dropTail(this.file);
      await this.closeFile();
      await work((newSize) => {
        this.size = newSize;
      });
    });
  }

  /** Waits for pending appends, then closes. */
  close(): Promise<void> {
    return this.serial.run(() => this.closeFile());
  }

  private async flushWaiting(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      await this.write(Buffer.concat(batch.flatMap((one) => one.parts)));
      for (const one of batch) {
        one.onFlushed();
        one.resolve();
      }
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }

  private async write(bytes: Uint8Array): Promise<void> {
    const file = (this.file ??= await this.options.open());
    if (this.tailIsDirty) await this.dropTail(file);
    try {
      this.tailIsDirty = true;
      await writeAll(file, bytes, this.size);
      await file.flush();
      this.tailIsDirty = false;
      this.size += bytes.length;
    } catch (error) {
      // If this fails, the next write tries again.
      await this.dropTail(file).catch(() => undefined);
      throw error;
    }
  }

  private async dropTail(opened: DiskFile): Promise<void> {
    await opened.truncate(this.size);
    this.tailIsDirty = false;
  }

  private async closeFile(): Promise<void> {
    const opened = this.file;
    this.file = undefined;
    await opened?.close();
  }
}
