import { nodeDisk, type Disk, type DiskFile } from '../../../src/adapters/store/disk';

/** What the disk is asked to do. */
export type DiskCall = keyof Disk | keyof DiskFile;

export interface FaultyDisk extends Disk {
  /** Every call so far, in order. */
  readonly calls: readonly DiskCall[];
  /** Bytes handed to `write` so far. */
  readonly bytesWritten: number;
}

/** What happens in place of a call: an error with this code, or half of the bytes and then it. */
export type Fault = 'ENOSPC' | 'EIO' | 'EROFS' | 'short-write';

/** The real disk; `faultOf` says which calls fail. */
export function createFaultyDisk(
  faultOf: (call: DiskCall, count: number) => Fault | undefined = () => undefined,
): FaultyDisk {
  const calls: DiskCall[] = [];
  let bytesWritten = 0;

  function check(call: DiskCall): Fault | undefined {
    calls.push(call);
    const fault = faultOf(call, calls.length);
    if (fault !== undefined && !(fault === 'short-write' && call === 'write')) {
      throw diskError(fault);
    }
    return fault;
  }

  function watch(file: DiskFile): DiskFile {
    return {
      read: async (position, length) => (check('read'), file.read(position, length)),
      write: async (bytes, position) => {
        if (check('write') === 'short-write') {
          await file.write(bytes.subarray(0, bytes.length / 2), position);
          throw diskError('ENOSPC');
        }
        bytesWritten += bytes.length;
        return file.write(bytes, position);
      },
      flush: async () => (check('flush'), file.flush()),
      truncate: async (size) => (check('truncate'), file.truncate(size)),
      size: async () => (check('size'), file.size()),
      // A handle is closed even when the system complains.
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
    makeFolder: async (folder) => (check('makeFolder'), nodeDisk.makeFolder(folder)),
    names: async (folder) => (check('names'), nodeDisk.names(folder)),
    open: async (path, mode) => (check('open'), watch(await nodeDisk.open(path, mode))),
    rename: async (from, to) => (check('rename'), nodeDisk.rename(from, to)),
    copy: async (from, to) => (check('copy'), nodeDisk.copy(from, to)),
    remove: async (path) => (check('remove'), nodeDisk.remove(path)),
    flushFolder: async (folder) => (check('flushFolder'), nodeDisk.flushFolder(folder)),
    modifiedAt: async (path) => (check('modifiedAt'), nodeDisk.modifiedAt(path)),
    touch: async (path, at) => (check('touch'), nodeDisk.touch(path, at)),
  };
}

function diskError(fault: Fault): Error {
  const code = fault === 'short-write' ? 'ENOSPC' : fault;
  return Object.assign(new Error(`${code}: fault of the test`), { code });
}
