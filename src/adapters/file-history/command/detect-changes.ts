import path from 'node:path';
import { isSamePathState } from '../../files/path-state';
import { absent, type PlaceStep, type RightsStep } from '../restore/file-steps';
import { holdsFiles, uncopiedIn, type TreeNode, type FileNode, type FolderNode } from './scan-tree';
import type { SnapshotTarget } from './snapshot-targets';
import type { Disk } from '../../system/disk';

/** A step of a command, with all it takes to check its path again. */
export type CommandChange = (PlaceStep<TreeNode> | RightsStep<FileNode | FolderNode>) & {
  readonly target: SnapshotTarget;
};

export interface CommandChanges {
  readonly changes: readonly CommandChange[];
  /** Created or removed paths without copies. */
  readonly uncovered: readonly string[];
}

export interface ComparisonOptions {
  readonly disk: Disk;
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
    if (was.mode !== is.mode) {
      changes.push({ kind: 'rights', path: at, target, before: was, after: is });
    }
    for (const name of new Set([...was.children.keys(), ...is.children.keys()])) {
      const one = was.children.get(name) ?? absent;
      await compare(path.join(at, name), one, is.children.get(name) ?? absent);
    }
  };

  const compareFiles = async (at: string, was: FileNode, is: FileNode): Promise<void> => {
    if (!(await isSameContent(at, was, is, comparison))) content(at, was, is);
    else if (was.mode !== is.mode) {
      changes.push({ kind: 'rights', path: at, target, before: was, after: is });
    }
  };

  const content = (at: string, was: TreeNode, is: TreeNode): void => {
    uncovered.push(...uncopiedIn(was, at), ...uncopiedIn(is, at));
    changes.push({ kind: 'place', path: at, target, before: was, after: is });
  };

  const compare = async (at: string, was: TreeNode, is: TreeNode): Promise<void> => {
    if (was.kind === 'folder' && is.kind === 'folder') return compareFolders(at, was, is);
    if (was.kind === 'file' && is.kind === 'file') return compareFiles(at, was, is);
    if (was.kind === 'absent') return compareNew(at, is);
    if (was.kind === 'other') {
      if (is.kind !== 'other') uncovered.push(at);
    } else if (!(was.kind === 'link' && isSamePathState(was, is)) && !isOnlyPathToScope(was)) {
      content(at, was, is);
    }
  };

  const compareNew = async (at: string, is: TreeNode): Promise<void> => {
    if (is.kind === 'other') uncovered.push(at);
    if (is.kind === 'absent' || is.kind === 'other') return;
    if (is.kind !== 'folder' || is.inScope) {
      content(at, absent, is);
      return;
    }
    for (const [name, child] of is.children) await compareNew(path.join(at, name), child);
  };

  await compare(target.path, before, after);
  return { changes, uncovered };
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
  if (isSettled && isSamePathState(was, is)) return true;
  if (was.size !== is.size || was.copy === undefined) return false;
  return (await disk.stamp(was.copy)) === (await disk.stamp(at));
}
