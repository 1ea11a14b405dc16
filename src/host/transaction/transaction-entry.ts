import { isAlive } from '../../adapters/system/process-alive';
import {
  createSnapshots,
  type SnapshotsDeps,
  type WindowSnapshots,
} from '../../adapters/transaction/snapshots';
import { nodeTransactionDisk } from '../../adapters/transaction/transaction-disk';
import { watchUserEdits } from '../files/user-edits';
import { notifyRollbackBrokenOff } from './rollback-dialogs';

export { rollBackCard } from './rollback-card';
export { nativeRollbackDialogs } from './rollback-dialogs';

/**
 * A command that may change more has a whole repository in its hands: git is the better way back.
 */
const maxEntries = 20_000;

export type HostSnapshotDeps = Pick<SnapshotsDeps, 'folder' | 'workspace' | 'clock' | 'report'> & {
  readonly log: (line: string) => void;
};

/**
 * `Snapshots` on the real disk, in the real editor: a bundle of its own (decision lazy-bundles).
 */
export function openHostSnapshots(deps: HostSnapshotDeps): WindowSnapshots {
  const edits = watchUserEdits();
  const snapshots = createSnapshots({
    ...deps,
    edits,
    disk: nodeTransactionDisk,
    maxEntries,
    pid: process.pid,
    isAlive,
    onBrokenOff: (message, folder) => {
      deps.log(`A rollback failed partway; the copies are in ${folder}. ${message}`);
      notifyRollbackBrokenOff(message, folder).then(undefined, deps.report);
    },
  });
  return {
    ...snapshots,
    close: async () => {
      edits.dispose();
      await snapshots.close();
    },
  };
}
