import * as vscode from 'vscode';
import { systemProcesses } from '../../adapters/system/processes';
import {
  NodeSnapshots,
  type SnapshotsDeps,
  type WindowSnapshots,
} from '../../adapters/file-history/command/snapshots';
import { nodeDisk } from '../../adapters/system/node-disk';
import { WatchedUserEdits } from '../files/user-edits';
import { offer } from '../window/notify';

/**
 * A command that may change more works on a whole repository, where git is the better undo.
 */
const maxEntries = 20_000;

export type HostSnapshotDeps = Pick<SnapshotsDeps, 'workspace' | 'clock' | 'report'> & {
  readonly folder: string;
  readonly log: (line: string) => void;
};

/** `Snapshots` on the real disk, in the real editor. */
export function openHostSnapshots({ folder, ...deps }: HostSnapshotDeps): WindowSnapshots {
  const edits = new WatchedUserEdits();
  const snapshots = new NodeSnapshots({
    ...deps,
    shared: { disk: nodeDisk, folder, processes: systemProcesses },
    edits,
    maxEntries,
    onBrokenOff: (message, copies) => {
      deps.log(`A rollback failed partway; the copies are in ${copies}. ${message}`);
      notifyRollbackBrokenOff(message, copies).then(undefined, deps.report);
    },
  });
  return {
    open: () => snapshots.open(),
    take: (request) => snapshots.take(request),
    close: async () => {
      edits.dispose();
      await snapshots.close();
    },
  };
}

/**
 * After a rollback that failed partway: names the folder of the copies. The full text is in the
 * log.
 */
function notifyRollbackBrokenOff(message: string, folder: string): Promise<void> {
  const text = `a rollback failed partway, so files may be only partly restored. The copies are kept in ${folder} for 30 days. ${message}`;
  const uri = vscode.Uri.file(folder);
  const run = () => vscode.commands.executeCommand('revealFileInOS', uri);
  return offer('Error', text, { label: 'Show Copies', run });
}
