import { existsSync, statSync } from 'node:fs';
import { appendFile, truncate } from 'node:fs/promises';
import { nodeDisk } from '../../../src/adapters/system/node-disk';
import type { Disk, DiskFile } from '../../../src/adapters/system/disk';

export type DiskCall = keyof Disk | keyof DiskFile;

export interface FaultyDisk extends Disk {
  /** All calls so far, in order. */
  readonly calls: readonly DiskCall[];
  /** Bytes passed to `write` so far. */
  readonly bytesWritten: number;
  /**
   * Simulates a power cut: of unflushed bytes, only the first `kept` remain, followed by `garbage`
   * up to the same length.
   */
  loseUnflushed(kept: number, garbage?: Uint8Array): Promise<void>;
}

/** Replaces a call by an error with this code, or by half of the bytes and then an error. */
export type Fault = 'ENOSPC' | 'EIO' | 'EROFS' | 'short-write';

/** The real disk; `faultOf` decides which calls fail. */
export function createFaultyDisk(
  faultOf: (call: DiskCall, count: number) => Fault | undefined = () => undefined,
): FaultyDisk {
  const calls: DiskCall[] = [];
  let bytesWritten = 0;
  /** Flushed size of the files with unflushed bytes. */
  const safeSizes = new Map<string, number>();

  function check(call: DiskCall): Fault | undefined {
    calls.push(call);
    const fault = faultOf(call, calls.length);
    if (fault !== undefined && !(fault === 'short-write' && call === 'write')) {
      throw diskError(fault);
    }
    return fault;
  }

  function wrote(path: string, position: number): void {
    safeSizes.set(path, Math.min(position, safeSizes.get(path) ?? position));
  }

  function watch(path: string, file: DiskFile): DiskFile {
    return {
      read: async (position, length) => (check('read'), file.read(position, length)),
      write: async (bytes, position) => {
        wrote(path, position);
        if (check('write') === 'short-write') {
          await file.write(bytes.subarray(0, bytes.length / 2), position);
          throw diskError('ENOSPC');
        }
        bytesWritten += bytes.length;
        return file.write(bytes, position);
      },
      // `loseUnflushed` decides what is lost without it, so there is no need to wait for the disk.
      flush: async () => {
        check('flush');
        await Promise.resolve();
        safeSizes.delete(path);
      },
      truncate: async (size) => (check('truncate'), file.truncate(size)),
      size: async () => (check('size'), file.size()),
      // A handle is closed even if the system reports an error.
      close: async () => {
        await file.close();
        check('close');
      },
    };
  }

  return {
    calls,
    get bytesWritten() {
      return bytesWritten;
    },
    loseUnflushed: async (kept, garbage = new Uint8Array()) => {
      for (const [path, size] of safeSizes) {
        if (!existsSync(path)) continue;
        const before = statSync(path).size;
        const end = Math.min(size + kept, before);
        await truncate(path, end);
        await appendFile(path, garbage.subarray(0, before - end));
      }
    },
    makeFolder: async (folder) => (check('makeFolder'), nodeDisk.makeFolder(folder)),
    names: async (folder) => (check('names'), nodeDisk.names(folder)),
    open: async (path, mode) => (check('open'), watch(path, await nodeDisk.open(path, mode))),
    rename: async (from, to) => {
      check('rename');
      await nodeDisk.rename(from, to);
      const safe = safeSizes.get(from);
      safeSizes.delete(from);
      safeSizes.delete(to);
      if (safe !== undefined) safeSizes.set(to, safe);
    },
    copy: async (from, to) => (check('copy'), nodeDisk.copy(from, to)),
    remove: async (path) => (check('remove'), nodeDisk.remove(path)),
    flushPath: async () => {
      check('flushPath');
      await Promise.resolve();
    },
    modifiedAt: async (path) => (check('modifiedAt'), nodeDisk.modifiedAt(path)),
    touch: async (path, at) => (check('touch'), nodeDisk.touch(path, at)),
    removeTree: async (path) => (check('removeTree'), nodeDisk.removeTree(path)),
    entry: async (path) => (check('entry'), nodeDisk.entry(path)),
    realPath: async (path) => (check('realPath'), nodeDisk.realPath(path)),
    stamp: async (file) => (check('stamp'), nodeDisk.stamp(file)),
    readText: async (file) => (check('readText'), nodeDisk.readText(file)),
    linkTarget: async (link) => (check('linkTarget'), nodeDisk.linkTarget(link)),
  };
}

function diskError(fault: Fault): Error {
  const code = fault === 'short-write' ? 'ENOSPC' : fault;
  return Object.assign(new Error(`${code}: fault of the test`), { code });
}
