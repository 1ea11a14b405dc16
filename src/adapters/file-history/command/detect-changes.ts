import path from 'node:path';
import { isSamePathState } from '../../files/path-state';
import { absent } from '../history/file-steps';
import { holdsFiles, type TreeNode, type FileNode, type FolderNode } from './scan-tree';
import type { Disk } from '../../system/disk';

/** A path that a command changed; what is in a folder is listed by itself. */
export interface CommandChange {
  readonly path: string;
  readonly before: TreeNode;
  readonly after: TreeNode;
  /** How many of the folders above the command created: they are represented by what is in them. */
  readonly madeFolders: number;
}

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

/** The differences between two scans of a path, by content, not by time. */
export async function detectChanges(
  target: string,
  { before, after }: { readonly before: TreeNode; readonly after: TreeNode },
  comparison: ComparisonOptions,
): Promise<CommandChanges> {
  const changes: CommandChange[] = [];
  const uncovered: string[] = [];

  const compareChildren = async (at: string, was: TreeNode, is: TreeNode, madeFolders: number) => {
    for (const name of new Set([...childrenOf(was).keys(), ...childrenOf(is).keys()])) {
      const one = childrenOf(was).get(name) ?? absent;
      await compare(path.join(at, name), one, childrenOf(is).get(name) ?? absent, madeFolders);
    }
  };

  const compare = async (
    at: string,
    was: TreeNode,
    is: TreeNode,
    madeFolders: number,
  ): Promise<void> => {
    if (was.kind !== is.kind && [was.kind, is.kind].includes('other')) uncovered.push(at);
    if (was.kind === 'other' || isOnlyPathToScope(was, is)) return;
    const isNew = was.kind === 'absent';
    const known = changes.length;
    await compareChildren(at, was, is, isNew ? madeFolders + 1 : 0);
    if (isNew && (is.kind === 'other' || isShownByContent(is, changes.length > known))) return;
    if (await isSame(at, was, is, comparison)) return;
    changes.push({ path: at, before: was, after: is, madeFolders });
  };

  await compare(target, before, after, 0);
  return { changes, uncovered };
}

function childrenOf(node: TreeNode): FolderNode['children'] {
  return node.kind === 'folder' ? node.children : new Map();
}

/** True for a new folder that only leads to what is in it. */
function isShownByContent(is: TreeNode, hasContent: boolean): boolean {
  return is.kind === 'folder' && (hasContent || !is.inScope);
}

/** True for a folder outside the scope that contained nothing inside it, and is gone. */
function isOnlyPathToScope(was: TreeNode, is: TreeNode): boolean {
  return was.kind === 'folder' && is.kind !== 'folder' && !was.inScope && !holdsFiles(was);
}

async function isSame(
  at: string,
  was: TreeNode,
  is: TreeNode,
  comparison: ComparisonOptions,
): Promise<boolean> {
  if (was.kind === 'folder' && is.kind === 'folder') return was.mode === is.mode;
  if (was.kind !== 'file' || is.kind !== 'file') return isSamePathState(was, is);
  return was.mode === is.mode && (await isSameContent(at, was, is, comparison));
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
  // Whatever cannot be read now counts as changed.
  const now = await disk.stamp(at).catch(() => undefined);
  return now === (await disk.stamp(was.copy));
}
