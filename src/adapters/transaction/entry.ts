import type { DiskEntry } from './transaction-disk';

/** What stood at a place, with everything below it. */
export type TreeNode = FileNode | LinkNode | FolderNode | AbsentNode | UncopiedNode;

export interface FileNode {
  readonly kind: 'file';
  readonly disk: DiskEntry;
  /** Where its content is kept; undefined when it was only looked at. */
  readonly copy: string | undefined;
}

/** A symbolic link stays a link: what it leads to is no part of it. */
export interface LinkNode {
  readonly kind: 'link';
  readonly target: string;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly disk: DiskEntry;
  /** False for a folder that only leads to what is in the scope: it is not made or removed. */
  readonly inScope: boolean;
  readonly children: ReadonlyMap<string, TreeNode>;
}

export interface AbsentNode {
  readonly kind: 'absent';
}

/** A device, a pipe, or a folder that is passed over: there, and never touched. */
export interface UncopiedNode {
  readonly kind: 'uncopied';
}

export const absent: AbsentNode = { kind: 'absent' };
export const uncopied: UncopiedNode = { kind: 'uncopied' };

/** Every file and link of a tree, and its folders without any, as paths. */
export function pathsIn(entry: TreeNode, path: string): readonly string[] {
  if (entry.kind === 'absent' || entry.kind === 'uncopied') return [];
  if (entry.kind !== 'folder') return [path];
  const below = [...entry.children].flatMap(([name, child]) => pathsIn(child, `${path}/${name}`));
  return below.length === 0 ? [path] : below;
}

/** True for a tree with a file or a link in it. */
export function holdsFiles(entry: TreeNode): boolean {
  if (entry.kind !== 'folder') return entry.kind === 'file' || entry.kind === 'link';
  return [...entry.children.values()].some(holdsFiles);
}

/** Paths below `path` that are there and have no copy. */
export function uncopiedIn(entry: TreeNode, path: string): readonly string[] {
  if (entry.kind === 'uncopied') return [path];
  if (entry.kind !== 'folder') return [];
  return [...entry.children].flatMap(([name, child]) => uncopiedIn(child, `${path}/${name}`));
}

/** Where the contents of a tree are kept. */
export function copyPathsIn(entry: TreeNode): readonly string[] {
  if (entry.kind === 'file') return entry.copy === undefined ? [] : [entry.copy];
  return entry.kind === 'folder' ? [...entry.children.values()].flatMap(copyPathsIn) : [];
}
