import path from 'node:path';
import type { CommandChange } from './changes';
import { absent, pathsIn, uncopied, type TreeNode } from './entry';
import { scanTarget, type TreeScan } from './walk';

/** A change, with what stands at its place now. */
export interface RecheckedChange {
  readonly change: CommandChange;
  readonly now: TreeNode;
  /** What a rollback would take away that is not as the command left it. */
  readonly changedSince: readonly string[];
}

/** Looks at the place of each change anew; keeps no copies. */
export async function recheckChanges(
  changes: readonly CommandChange[],
  walk: TreeScan,
): Promise<readonly RecheckedChange[]> {
  const looked: RecheckedChange[] = [];
  for (const change of changes) {
    const isContent = change.kind === 'content';
    const at = { ...change.target, path: change.path };
    const now = isContent ? await scanTarget(at, walk) : await statNode(change.path, walk);
    looked.push({ change, now, changedSince: changedSince(change, now) });
  }
  return looked;
}

/** Of rights only the file or folder itself counts, not what is in it. */
async function statNode(place: string, { disk }: TreeScan): Promise<TreeNode> {
  const found = await disk.entry(place);
  if (found === undefined) return absent;
  if (found.kind === 'file') return { kind: 'file', disk: found, copy: undefined };
  if (found.kind !== 'folder') return uncopied;
  return { kind: 'folder', disk: found, inScope: true, children: new Map() };
}

function changedSince(change: CommandChange, now: TreeNode): readonly string[] {
  if (change.kind === 'rights') {
    const isSame =
      (now.kind === 'file' || now.kind === 'folder') &&
      now.disk.identity === change.after.identity &&
      now.disk.mode === change.after.mode;
    return isSame ? [] : [change.path];
  }
  const { path: place, before, after } = change;
  // What somebody has put into a folder that the command made stays there.
  const staysIfNew = before.kind === 'absent';
  return differences(place, { after, now }, staysIfNew);
}

interface Pair {
  readonly after: TreeNode;
  readonly now: TreeNode;
}

/** What is not as the command left it; what is gone needs no second removal. */
function differences(place: string, { after, now }: Pair, staysIfNew: boolean): readonly string[] {
  if (now.kind === 'absent') return [];
  if (after.kind === 'absent') return staysIfNew ? [] : pathsIn(now, place);
  if (after.kind === 'folder' && now.kind === 'folder') {
    return [...now.children].flatMap(([name, child]) => {
      const pair = { after: after.children.get(name) ?? absent, now: child };
      return differences(path.join(place, name), pair, staysIfNew);
    });
  }
  return isAsLeft(after, now) ? [] : [place];
}

function isAsLeft(after: TreeNode, now: TreeNode): boolean {
  if (after.kind === 'file' && now.kind === 'file') return after.disk.state === now.disk.state;
  if (after.kind === 'link' && now.kind === 'link') return after.target === now.target;
  return after.kind === now.kind;
}
