import type { Folders } from './simple-command';

const maxFolders = 8;

/** All folders of both; unknown when one is, or when there are too many. */
export function joinFolders(left: Folders, right: Folders): Folders {
  if (left === undefined || right === undefined) return undefined;
  const joined = new Set([...left, ...right]);
  return joined.size > maxFolders ? undefined : [...joined];
}
