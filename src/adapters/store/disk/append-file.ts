import { writeAll, type DiskFile } from './disk';
import { createSerial } from '../../system/serial';

/** A file that grows at its end. What is waiting while a flush runs shares the next one. */
export interface AppendFile {
  /**
   * Settles when the bytes are flushed; rejects when nothing of them is in the file. `onFlushed` is
   * called first, before anything else is done with the file.
   */
  append(parts: readonly Uint8Array[], onFlushed?: () => void): Promise<void>;
  /** Size up to the last flush. */
  flushedSize(): number;
  /** Runs `work` while nothing is written; the next append opens the file again. */
  replace(work: (resized: (size: number) => void) => Promise<void>): Promise<void>;
  /** Waits for what was appended, then closes. */
  close(): Promise<void>;
}

interface PendingAppend {
  readonly parts: readonly Uint8Array[];
  readonly onFlushed: (() => void) | undefined;
  readonly settle: () => void;
  readonly refuse: (error: unknown) => void;
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
      // Tried again before the next write when it fails now.
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
        one.settle();
      }
    } catch (error) {
      for (const one of batch) one.refuse(error);
    }
  }

  async function closeFile(): Promise<void> {
    const opened = file;
    file = undefined;
    await opened?.close();
  }

  return {
    append: (parts, onFlushed) =>
      new Promise<void>((settle, refuse) => {
        waiting.push({ parts, onFlushed, settle, refuse });
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
