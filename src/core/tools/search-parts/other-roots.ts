import type { Workspace } from '../../ports/workspace';
import { shownPath } from '../file-parts/shown-path';

/** The open folders beside the one that is searched when no path is given. */
export function otherRoots(path: string | undefined, workspace: Workspace): readonly string[] {
  if (path !== undefined) return [];
  return workspace
    .roots()
    .slice(1)
    .map((root) => shownPath(root, workspace));
}

/** Says that there is more to search; undefined with one open folder. */
export function otherRootsNote(roots: readonly string[]): string | undefined {
  if (roots.length === 0) return undefined;
  return `[Only the first open folder was searched. Give path for the ${roots.length === 1 ? 'other' : 'others'}: ${roots.join(', ')}]`;
}
