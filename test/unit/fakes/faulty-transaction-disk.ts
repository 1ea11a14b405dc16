import {
  nodeTransactionDisk,
  type TransactionDisk,
} from '../../../src/adapters/transaction/transaction-disk';

export type TransactionDiskCall = keyof TransactionDisk;

export interface FaultyTransactionDisk extends TransactionDisk {
  /** Calls since `begin`, in order. */
  readonly calls: readonly TransactionDiskCall[];
  /** From here on calls are counted and may fail. */
  begin(isFailing: (count: number, call: TransactionDiskCall) => boolean): void;
}

/** The real disk, of which chosen calls fail with EIO before they do anything. */
export function createFaultyTransactionDisk(): FaultyTransactionDisk {
  const calls: TransactionDiskCall[] = [];
  let isFailing: ((count: number, call: TransactionDiskCall) => boolean) | undefined;
  const check = (call: TransactionDiskCall): void => {
    if (isFailing === undefined) return;
    calls.push(call);
    if (isFailing(calls.length, call)) {
      throw Object.assign(new Error('EIO: fault of the test'), { code: 'EIO' });
    }
  };
  const disk = nodeTransactionDisk;
  return {
    calls,
    begin: (failing) => {
      calls.length = 0;
      isFailing = failing;
    },
    entry: async (file) => (check('entry'), disk.entry(file)),
    names: async (folder) => (check('names'), disk.names(folder)),
    linkTarget: async (link) => (check('linkTarget'), disk.linkTarget(link)),
    realPath: async (file) => (check('realPath'), disk.realPath(file)),
    stamp: async (file) => (check('stamp'), disk.stamp(file)),
    copy: async (from, to) => (check('copy'), disk.copy(from, to)),
    writeText: async (file, text) => (check('writeText'), disk.writeText(file, text)),
    makeFolder: async (folder) => (check('makeFolder'), disk.makeFolder(folder)),
    makeFolders: async (folder) => (check('makeFolders'), disk.makeFolders(folder)),
    makeLink: async (target, link) => (check('makeLink'), disk.makeLink(target, link)),
    secondName: async (file, name) => (check('secondName'), disk.secondName(file, name)),
    setRights: async (file, rights) => (check('setRights'), disk.setRights(file, rights)),
    // No power is cut here, and waiting for the disk is most of the time that a test takes.
    flush: () => Promise.resolve().then(() => check('flush')),
    rename: async (from, to) => (check('rename'), disk.rename(from, to)),
    remove: async (file) => (check('remove'), disk.remove(file)),
  };
}
