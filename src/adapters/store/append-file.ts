import { writeAll, type DiskFile } from './disk';
import { lostLock } from './lost-lock';
import { createSerial } from './serial';

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
  /**
   * Waits for what was appended, then closes. What comes later is refused: the file may be another
   * window's by then.
   */
  close(): Promise<void>;
}

interface Waiting {
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
  const grown = createGrownFile(options);
  let waiting: Waiting[] = [];

  async function flushWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      await grown.write(Buffer.concat(batch.flatMap((one) => one.parts)));
      for (const one of batch) {
        one.onFlushed?.();
        one.settle();
      }
    } catch (error) {
      for (const one of batch) one.refuse(error);
    }
  }

  return {
    append: (parts, onFlushed) =>
      new Promise<void>((settle, refuse) => {
        waiting.push({ parts, onFlushed, settle, refuse });
        if (waiting.length === 1) void serial.run(flushWaiting);
      }),
    flushedSize: () => grown.size(),
    replace: (work) => serial.run(() => grown.replace(work)),
    close: () => serial.run(() => grown.close()),
  };
}

/** The file itself, for one caller at a time. */
interface GrownFile extends Pick<AppendFile, 'replace' | 'close'> {
  write(bytes: Uint8Array): Promise<void>;
  size(): number;
}

function createGrownFile(options: AppendFileOptions): GrownFile {
  let file: DiskFile | undefined;
  let size = options.size;
  let tailIsDirty = false;
  let isClosed = false;

  async function dropTail(opened: DiskFile): Promise<void> {
    await opened.truncate(size);
    tailIsDirty = false;
  }

  async function closeFile(): Promise<void> {
    const opened = file;
    file = undefined;
    await opened?.close();
  }

  return {
    write: async (bytes) => {
      if (isClosed) throw lostLock();
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
    },
    size: () => size,
    replace: async (work) => {
      if (isClosed) throw lostLock();
      if (file !== undefined && tailIsDirty) await dropTail(file);
      await closeFile();
      await work((newSize) => {
        size = newSize;
      });
    },
    close: () => {
      isClosed = true;
      return closeFile();
    },
  };
}
