import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Everything below a folder, for comparison: kind, permission bits and content by name. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {};
  visit(tree, Buffer.from(folder).toString('latin1'), '');
  return tree;
}

/** One character per byte, so that names that are not UTF-8 are found too. */
function visit(tree: Record<string, string>, at: string, shown: string): void {
  for (const name of readdirSync(Buffer.from(at, 'latin1'), 'latin1').sort()) {
    const entry = Buffer.from(`${at}/${name}`, 'latin1');
    const key = `${shown}${name}`;
    const stats = lstatSync(entry);
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) tree[key] = `link ${readlinkSync(entry)}`;
    else if (stats.isFile()) tree[key] = `file ${mode} ${readFileSync(entry, 'utf8')}`;
    else if (!stats.isDirectory()) tree[key] = 'other';
    else {
      tree[key] = `folder ${mode}`;
      visit(tree, `${at}/${name}`, `${key}/`);
    }
  }
}
