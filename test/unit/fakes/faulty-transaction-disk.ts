import { nodeDisk } from '../../../src/adapters/system/node-disk';
import type { Disk, DiskFile } from '../../../src/adapters/system/disk';

export type TransactionDiskCall = keyof Disk;

/** True: the call fails. `stops`: it never settles and does nothing, as in a killed process. */
export type Fate = boolean | 'stops';

export interface FaultyTransactionDisk extends Disk {
  /** Calls since `begin`, in order. */
  readonly calls: readonly TransactionDiskCall[];
  /** Resolves when the first call has stopped. */
  readonly stopped: Promise<void>;
  /** Calls are counted and may fail from now on. */
  begin(isFailing: (count: number, call: TransactionDiskCall) => Fate): void;
  /** Closes the files that are still open, as the end of a process does. */
  closeFiles(): Promise<void>;
}

/** The real disk; chosen calls fail with EIO before they do anything. */
export function createFaultyTransactionDisk(): FaultyTransactionDisk {
  const calls: TransactionDiskCall[] = [];
  let isFailing: ((count: number, call: TransactionDiskCall) => Fate) | undefined;
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const check = (call: TransactionDiskCall): Promise<void> => {
    if (isFailing === undefined) return Promise.resolve();
    calls.push(call);
    const fate = isFailing(calls.length, call);
    if (fate === 'stops') {
      stop();
      return new Promise<void>(() => undefined);
    }
    if (fate) {
      return Promise.reject(Object.assign(new Error('EIO: fault of the test'), { code: 'EIO' }));
    }
    return Promise.resolve();
  };
  const disk = nodeDisk;
  const open = new Set<DiskFile>();
  return {
    calls,
    stopped,
    begin: (failing) => {
      calls.length = 0;
      isFailing = failing;
    },
    entry: async (file) => (await check('entry'), disk.entry(file)),
    names: async (folder) => (await check('names'), disk.names(folder)),
    linkTarget: async (link) => (await check('linkTarget'), disk.linkTarget(link)),
    realPath: async (file) => (await check('realPath'), disk.realPath(file)),
    stamp: async (file) => (await check('stamp'), disk.stamp(file)),
    copy: async (from, to) => (await check('copy'), disk.copy(from, to)),
    readText: async (file) => (await check('readText'), disk.readText(file)),
    makeFolder: async (folder) => (await check('makeFolder'), disk.makeFolder(folder)),
    // There is no power cut here, and flushing would take most of a test's time.
    flushPath: () => Promise.resolve().then(() => check('flushPath')),
    rename: async (from, to) => (await check('rename'), disk.rename(from, to)),
    touch: async (file, at) => (await check('touch'), disk.touch(file, at)),
    remove: async (file) => (await check('remove'), disk.remove(file)),
    removeTree: async (file) => (await check('removeTree'), disk.removeTree(file)),
    open: async (file, mode) => {
      await check('open');
      const opened = await disk.open(file, mode);
      open.add(opened);
      return { ...opened, close: () => (open.delete(opened), opened.close()) };
    },
    closeFiles: async () => {
      for (const file of open) await file.close();
      open.clear();
    },
    modifiedAt: async (file) => (await check('modifiedAt'), disk.modifiedAt(file)),
  };
}
