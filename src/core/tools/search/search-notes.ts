import type { Workspace } from '../../ports/workspace';
import { shownPath } from '../files/shown-path';

export function otherRoots(path: string | undefined, workspace: Workspace): readonly string[] {
  if (path !== undefined) return [];
  return workspace
    .roots()
    .slice(1)
    .map((root) => shownPath(root, workspace));
}

/** Reports that other folders were not searched; undefined with one open folder. */
export function otherRootsNote(roots: readonly string[]): string | undefined {
  if (roots.length === 0) return undefined;
  return `[Only the first open folder was searched. Set path to search the ${roots.length === 1 ? 'other' : 'others'}: ${roots.join(', ')}]`;
}

const maxNamed = 5;

/** Reports that some searched files have unsaved changes. */
export function unsavedNote(
  paths: readonly string[],
  consequence: (whose: 'its' | 'their') => string,
): string | undefined {
  if (paths.length === 0) return undefined;
  const named = paths.slice(0, maxNamed).join(', ');
  const more = paths.length - maxNamed;
  const all = more > 0 ? `${named} and ${String(more)} more` : named;
  const isOne = paths.length === 1;
  const what = consequence(isOne ? 'its' : 'their');
  return `[${all} ${isOne ? 'has' : 'have'} unsaved changes; ${what}.]`;
}
