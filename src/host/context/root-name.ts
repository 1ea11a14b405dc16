import * as path from 'node:path';

/** What tells a folder of the workspace from the others: its name, or all of its path. */
export function rootName(root: string, roots: readonly string[]): string {
  const name = path.basename(root);
  return roots.filter((each) => path.basename(each) === name).length > 1 ? root : name;
}
