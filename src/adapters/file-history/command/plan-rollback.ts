import path from 'node:path';
import { isSamePathState } from '../../files/path-state';
import { absent, other, type PlaceStep, type RightsStep } from '../restore/file-steps';
import {
  type FileNode,
  fileNode,
  type FolderNode,
  pathsIn,
  scanTarget,
  type TreeNode,
  type TreeScan,
} from './scan-tree';
import type { Disk } from '../../system/disk';
import type { CommandChange } from './detect-changes';

/** A step of a rollback: from what is there now to what was there before the command. */
export type RollbackStep = PlaceStep<TreeNode> | RightsStep<FileNode | FolderNode>;

/** Absolute paths of the files that a step restores, and of those that it removes. */
export function effectOf(step: RollbackStep): {
  readonly restores: readonly string[];
  readonly removes: readonly string[];
} {
  if (step.kind === 'rights') return { restores: [step.path], removes: [] };
  const restores = pathsIn(step.after, step.path);
  const removes = pathsIn(step.before, step.path).filter((found) => !restores.includes(found));
  return { restores, removes };
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
  disk: Disk,
): Promise<readonly RollbackStep[]> {
  const steps: RollbackStep[] = [];
  const rights: RollbackStep[] = [];
  for (const { change, now } of looked) {
    const place = change.path;
    if (change.kind === 'place') {
      const { before, after } = change;
      steps.push(...(await planContent({ place, before, after, now }, disk)));
    } else if (now.kind === 'file' || now.kind === 'folder') {
      // Deepest first: the content of a locked folder cannot be reached.
      rights.unshift({ kind: 'rights', path: place, before: now, after: change.before });
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

async function planContent(content: Content, disk: Disk): Promise<readonly RollbackStep[]> {
  const { place, before, now } = content;
  if (before.kind === 'absent') return planRemoval(content, disk);
  return [{ kind: 'place', path: place, before: now, after: before }];
}

/** A folder created by the command is removed completely, unless it contains something else. */
async function planRemoval(content: Content, disk: Disk): Promise<readonly RollbackStep[]> {
  const { place, after, now } = content;
  if (after.kind === 'absent' || now.kind === 'absent' || now.kind === 'other') return [];
  if (now.kind !== 'folder' || (await holdsOnlyOurs(content, disk))) {
    return [{ kind: 'place', path: place, before: now, after: absent }];
  }
  const steps: RollbackStep[] = [];
  for (const child of childrenOf(content)) steps.push(...(await planRemoval(child, disk)));
  return steps;
}

/** Reads the disk: the scan does not include ignored entries and those outside the scope. */
async function holdsOnlyOurs(content: Content, disk: Disk): Promise<boolean> {
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
