import path from 'node:path';
import {
  absent,
  holdsFiles,
  uncopiedIn,
  type TreeNode,
  type FileNode,
  type FolderNode,
} from './scan-tree';
import type { SnapshotTarget } from './snapshot-targets';
import type { DiskEntry, TransactionDisk } from './transaction-disk';

/** A change made by a command, with all it takes to check it again. */
export type CommandChange = ContentChange | RightsChange;

/** A path with another entry than before; `before` may be absent. */
export interface ContentChange {
  readonly kind: 'content';
  readonly path: string;
  readonly target: SnapshotTarget;
  readonly before: TreeNode;
  /** The state that the command left. */
  readonly after: TreeNode;
}

/** The same file or folder with other permissions. */
export interface RightsChange {
  readonly kind: 'rights';
  readonly path: string;
  readonly target: SnapshotTarget;
  readonly isFolder: boolean;
  readonly before: DiskEntry;
  readonly after: DiskEntry;
}

export interface CommandChanges {
  readonly changes: readonly CommandChange[];
  /** Created or removed paths without copies. */
  readonly uncovered: readonly string[];
}

export interface ComparisonOptions {
  readonly disk: TransactionDisk;
  /** Epoch milliseconds at which the copying began. */
  readonly takenAt: number;
}

/** Coarser than any file system's clock: a change this recent may hide a later one. */
const clockGrainMs = 2000;

/** The differences between two scans of a target, by content, not by time. */
export async function detectChanges(
  target: SnapshotTarget,
  { before, after }: { readonly before: TreeNode; readonly after: TreeNode },
  comparison: ComparisonOptions,
): Promise<CommandChanges> {
  const changes: CommandChange[] = [];
  const uncovered: string[] = [];

  const compareFolders = async (at: string, was: FolderNode, is: FolderNode): Promise<void> => {
    if (was.disk.mode !== is.disk.mode) {
      changes.push(rightsChange({ path: at, target, isFolder: true }, was, is));
    }
    for (const name of new Set([...was.children.keys(), ...is.children.keys()])) {
      const one = was.children.get(name) ?? absent;
      await compare(path.join(at, name), one, is.children.get(name) ?? absent);
    }
  };

  const compareFiles = async (at: string, was: FileNode, is: FileNode): Promise<void> => {
    if (!(await isSameContent(at, was, is, comparison))) content(at, was, is);
    else if (was.disk.mode !== is.disk.mode) {
      changes.push(rightsChange({ path: at, target, isFolder: false }, was, is));
    }
  };

  const content = (at: string, was: TreeNode, is: TreeNode): void => {
    uncovered.push(...uncopiedIn(was, at), ...uncopiedIn(is, at));
    changes.push({ kind: 'content', path: at, target, before: was, after: is });
  };

  const compare = async (at: string, was: TreeNode, is: TreeNode): Promise<void> => {
    if (was.kind === 'folder' && is.kind === 'folder') return compareFolders(at, was, is);
    if (was.kind === 'file' && is.kind === 'file') return compareFiles(at, was, is);
    if (was.kind === 'absent') return compareNew(at, is);
    if (was.kind === 'uncopied') {
      if (is.kind !== 'uncopied') uncovered.push(at);
    } else if (!isSameLink(was, is) && !isOnlyPathToScope(was)) content(at, was, is);
  };

  const compareNew = async (at: string, is: TreeNode): Promise<void> => {
    if (is.kind === 'uncopied') uncovered.push(at);
    if (is.kind === 'absent' || is.kind === 'uncopied') return;
    if (is.kind !== 'folder' || is.inScope) {
      content(at, absent, is);
      return;
    }
    for (const [name, child] of is.children) await compareNew(path.join(at, name), child);
  };

  await compare(target.path, before, after);
  return { changes, uncovered };
}

function rightsChange(
  where: Pick<RightsChange, 'path' | 'target' | 'isFolder'>,
  was: FileNode | FolderNode,
  is: FileNode | FolderNode,
): RightsChange {
  return { kind: 'rights', ...where, before: was.disk, after: is.disk };
}

function isSameLink(was: TreeNode, is: TreeNode): boolean {
  return was.kind === 'link' && is.kind === 'link' && was.target === is.target;
}

/** True for a folder outside the scope that contains nothing inside it. */
function isOnlyPathToScope(was: TreeNode): boolean {
  return was.kind === 'folder' && !was.inScope && !holdsFiles(was);
}

async function isSameContent(
  at: string,
  was: FileNode,
  is: FileNode,
  { disk, takenAt }: ComparisonOptions,
): Promise<boolean> {
  const isSettled = was.disk.changedAt < takenAt - clockGrainMs;
  if (isSettled && was.disk.state === is.disk.state) return true;
  if (was.disk.size !== is.disk.size || was.copy === undefined) return false;
  return (await disk.stamp(was.copy)) === (await disk.stamp(at));
}
