import path from 'node:path';
import { isSamePathState } from '../../files/path-state';
import { absent, other } from '../restore/file-steps';
import { type TreeNode, fileNode, pathsIn, scanTarget, type TreeScan } from './scan-tree';
import type { DiskEntry, TransactionDisk } from './transaction-disk';
import type { CommandChange } from './detect-changes';

/** One operation of a rollback. */
export type RollbackStep =
  /** Replaces a file with a file, in one rename. */
  | (StepPaths & { readonly kind: 'replace'; readonly before: TreeNode; readonly now: DiskEntry })
  /** For a path that holds nothing, or no longer does. */
  | (StepPaths & { readonly kind: 'put'; readonly before: TreeNode })
  /** Removes the current item. */
  | (StepPaths & { readonly kind: 'aside'; readonly now: TreeNode })
  | (StepPaths & { readonly kind: 'rights'; readonly before: DiskEntry; readonly now: DiskEntry });

interface StepPaths {
  readonly path: string;
  /** Absolute paths restored by this step. */
  readonly restores: readonly string[];
  /** Absolute paths removed by this step. */
  readonly removes: readonly string[];
}

/** A change with the current state of its path. */
interface RecheckedChange {
  readonly change: CommandChange;
  readonly now: TreeNode;
  /** Paths that a rollback would overwrite although they changed after the command. */
  readonly changedSince: readonly string[];
}

/** Checks the path of each change again, without copies. */
export async function recheckChanges(
  changes: readonly CommandChange[],
  walk: TreeScan,
): Promise<readonly RecheckedChange[]> {
  const looked: RecheckedChange[] = [];
  for (const change of changes) {
    const isContent = change.kind === 'place';
    const at = { ...change.target, path: change.path };
    const now = isContent ? await scanTarget(at, walk) : await statNode(change.path, walk);
    looked.push({ change, now, changedSince: changedSince(change, now) });
  }
  return looked;
}

/** For permissions, only the file or folder itself counts, not its content. */
async function statNode(place: string, { disk }: TreeScan): Promise<TreeNode> {
  const found = await disk.entry(place);
  if (found === undefined) return absent;
  if (found.kind === 'file') return fileNode(found, undefined);
  if (found.kind !== 'folder') return other;
  const { mode } = found;
  return { kind: 'folder', mode, disk: found, inScope: true, children: new Map() };
}

function changedSince(change: CommandChange, now: TreeNode): readonly string[] {
  if (change.kind === 'rights') {
    const isSame =
      (now.kind === 'file' || now.kind === 'folder') &&
      now.disk.identity === change.after.disk.identity &&
      now.mode === change.after.mode;
    return isSame ? [] : [change.path];
  }
  const { path: place, before, after } = change;
  // Files of others in a folder created by the command stay there.
  const staysIfNew = before.kind === 'absent';
  return differences(place, { after, now }, staysIfNew);
}

interface Pair {
  readonly after: TreeNode;
  readonly now: TreeNode;
}

/** Paths that differ from what the command left; a missing path needs no removal. */
function differences(place: string, { after, now }: Pair, staysIfNew: boolean): readonly string[] {
  if (now.kind === 'absent') return [];
  if (after.kind === 'absent') return staysIfNew ? [] : pathsIn(now, place);
  if (after.kind === 'folder' && now.kind === 'folder') {
    return [...now.children].flatMap(([name, child]) => {
      const pair = { after: after.children.get(name) ?? absent, now: child };
      return differences(path.join(place, name), pair, staysIfNew);
    });
  }
  return isSamePathState(after, now) ? [] : [place];
}

/**
 * The steps from the current state to the wanted one. Permissions come last: they may lock a
 * folder.
 */
export async function planRollback(
  looked: readonly RecheckedChange[],
  disk: TransactionDisk,
): Promise<readonly RollbackStep[]> {
  const steps: RollbackStep[] = [];
  const rights: RollbackStep[] = [];
  for (const { change, now } of looked) {
    const place = change.path;
    if (change.kind === 'place') {
      const { before, after } = change;
      steps.push(...(await planContent({ place, before, after, now }, disk)));
    } else if (now.kind === 'file' || now.kind === 'folder') {
      const before = change.before.disk;
      const lists = { restores: [place], removes: [] };
      // Deepest first: the content of a locked folder cannot be reached.
      rights.unshift({ path: place, kind: 'rights', before, now: now.disk, ...lists });
    }
  }
  return [...steps, ...rights];
}

interface Content {
  readonly place: string;
  readonly before: TreeNode;
  /** The state that the command left. */
  readonly after: TreeNode;
  readonly now: TreeNode;
}

async function planContent(
  content: Content,
  disk: TransactionDisk,
): Promise<readonly RollbackStep[]> {
  const { place, before, now } = content;
  if (before.kind === 'absent') return planRemoval(content, disk);
  const restores = pathsIn(before, place);
  const put: RollbackStep = { path: place, kind: 'put', before, restores, removes: [] };
  if (now.kind === 'absent') return [put];
  if (before.kind === 'file' && now.kind === 'file') {
    return [{ path: place, kind: 'replace', before, now: now.disk, restores, removes: [] }];
  }
  const removes = pathsIn(now, place).filter((found) => !restores.includes(found));
  return [{ path: place, kind: 'aside', now, restores: [], removes }, put];
}

/** A folder created by the command is removed completely, unless it contains something else. */
async function planRemoval(
  content: Content,
  disk: TransactionDisk,
): Promise<readonly RollbackStep[]> {
  const { place, after, now } = content;
  if (after.kind === 'absent' || now.kind === 'absent' || now.kind === 'other') return [];
  if (now.kind !== 'folder' || (await holdsOnlyOurs(content, disk))) {
    return [{ path: place, kind: 'aside', now, restores: [], removes: pathsIn(now, place) }];
  }
  const steps: RollbackStep[] = [];
  for (const child of childrenOf(content)) steps.push(...(await planRemoval(child, disk)));
  return steps;
}

/** Reads the disk: the scan does not include ignored entries and those outside the scope. */
async function holdsOnlyOurs(content: Content, disk: TransactionDisk): Promise<boolean> {
  const { place, after, now } = content;
  if (now.kind !== 'folder') return after.kind !== 'absent' && now.kind !== 'other';
  if (after.kind !== 'folder') return false;
  const isOurs = (name: string): boolean => now.children.has(name) && after.children.has(name);
  if (!(await disk.names(place)).every(isOurs)) return false;
  for (const child of childrenOf(content)) if (!(await holdsOnlyOurs(child, disk))) return false;
  return true;
}

function childrenOf(content: Content): readonly Content[] {
  const { after, now } = content;
  if (now.kind !== 'folder') return [];
  return [...now.children].map(([name, child]) => ({
    ...content,
    place: path.join(content.place, name),
    after: (after.kind === 'folder' ? after.children.get(name) : undefined) ?? absent,
    now: child,
  }));
}
