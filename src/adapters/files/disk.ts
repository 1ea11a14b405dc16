import path from 'node:path';
import type { PathStyle } from '../../core/base/paths';
import type { ResolvedPath } from '../../core/contracts/call-paths';
import { fail, type Result } from '../../core/contracts/result';
import { errnoOf } from './errno-failure';
import type { Folder, FolderOpener } from './folder';
import { removeTree } from './remove-tree';
import { swapped } from './refusals';

/** What every operation has at hand. */
export interface DiskAccess {
  readonly open: FolderOpener;
  readonly style: () => PathStyle;
  /** True for a canonical path that tools may read and name. */
  readonly mayRead: (real: string) => boolean;
  /** A path as people know it. */
  readonly show: (path: string) => string;
  readonly log: (line: string) => void;
}

/** A path that the guard has let through. */
export interface GuardedTarget {
  readonly resolved: ResolvedPath;
  readonly shown: string;
}

export interface ParentFolder {
  /** Held open for as long as `act` runs. */
  readonly folder: Folder;
  readonly name: string;
}

/** Acts on an entry by way of its folder. Rejects with the errno when the folder is not there. */
export async function inParent<T>(
  disk: DiskAccess,
  { resolved: { real }, shown }: GuardedTarget,
  act: (parent: ParentFolder) => Promise<Result<T>>,
): Promise<Result<T>> {
  const folder = await disk.open(path.dirname(real));
  if (folder === undefined) return fail(swapped(shown));
  try {
    return await act({ folder, name: path.basename(real) });
  } finally {
    await folder.close();
  }
}

/** Removes what an operation that failed has left; it has an error to tell already. */
export async function cleanUp(disk: DiskAccess, folder: Folder, name: string): Promise<void> {
  try {
    await removeTree(folder, name);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return;
    disk.log(`files: ${errnoOf(error)}: left behind: ${disk.show(path.join(folder.real, name))}`);
  }
}
