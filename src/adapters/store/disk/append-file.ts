import { writeAll, type DiskFile } from './disk';
import { createSerial } from '../../system/serial';

/** An append-only file. Writes that arrive during a flush share the next one. */
export interface AppendFile {
  /**
   * Resolves once the bytes are flushed; rejects if none of them are in the file. `onFlushed` is
   * called first, before any other use of the file.
   */
  append(parts: readonly Uint8Array[], onFlushed?: () => void): Promise<void>;
  /** Size at the last flush. */
  flushedSize(): number;
  /** Runs `work` while nothing is written; the next append reopens the file. */
  replace(work: (resized: (size: number) => void) => Promise<void>): Promise<void>;
  /** Waits for pending appends, then closes. */
  close(): Promise<void>;
}

interface PendingAppend {
  readonly parts: readonly Uint8Array[];
  readonly onFlushed: (() => void) | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendFileOptions {
  readonly open: () => Promise<DiskFile>;
  readonly size: number;
}

export function createAppendFile(options: AppendFileOptions): AppendFile {
  const serial = createSerial();
  let file: DiskFile | undefined;
  let size = options.size;
  let tailIsDirty = false;
  let waiting: PendingAppend[] = [];

  async function dropTail(opened: DiskFile): Promise<void> {
    await opened.truncate(size);
    tailIsDirty = false;
  }

  async function write(bytes: Uint8Array): Promise<void> {
    file ??= await options.open();
    if (tailIsDirty) await dropTail(file);
    try {
      tailIsDirty = true;
      await writeAll(file, bytes, size);
      await file.flush();
      tailIsDirty = false;
      size += bytes.length;
    } catch (error) {
      // If this fails, the next write tries again.
      await dropTail(file).catch(() => undefined);
      throw error;
    }
  }

  async function flushWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      await write(Buffer.concat(batch.flatMap((one) => one.parts)));
      for (const one of batch) {
        one.onFlushed?.();
        one.resolve();
      }
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }

  async function closeFile(): Promise<void> {
    const opened = file;
    file = undefined;
    await opened?.close();
  }

  return {
    append: (parts, onFlushed) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ parts, onFlushed, resolve, reject });
        if (waiting.length === 1) void serial.run(flushWaiting);
      }),
    flushedSize: () => size,
    replace: (work) =>
      serial.run(async () => {
        if (file !== undefined && tailIsDirty) await dropTail(file);
        await closeFile();
        await work((newSize) => {
          size = newSize;
        });
      }),
    close: () => serial.run(closeFile),
  };
}
