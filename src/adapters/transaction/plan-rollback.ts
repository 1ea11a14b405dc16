import path from 'node:path';
import { absent, pathsIn, type TreeNode } from './entry';
import type { RecheckedChange } from './look-again';
import type { RollbackStep } from './steps';
import type { TransactionDisk } from './transaction-disk';

/** What has to be done, from what stands there now. Rights come last: they may lock a folder. */
export async function planRollback(
  looked: readonly RecheckedChange[],
  disk: TransactionDisk,
): Promise<readonly RollbackStep[]> {
  const steps: RollbackStep[] = [];
  const rights: RollbackStep[] = [];
  for (const { change, now } of looked) {
    const place = change.path;
    if (change.kind === 'content') {
      const { before, after } = change;
      steps.push(...(await planContent({ place, before, after, now }, disk)));
    } else if (now.kind === 'file' || now.kind === 'folder') {
      const { before } = change;
      const lists = { restores: [place], removes: [] };
      // Deepest first: a folder that is locked again lets nobody at what is in it.
      rights.unshift({ path: place, kind: 'rights', before, now: now.disk, ...lists });
    }
  }
  return [...steps, ...rights];
}

interface Content {
  readonly place: string;
  readonly before: TreeNode;
  /** As the command left it. */
  readonly after: TreeNode;
  readonly now: TreeNode;
}

async function planContent(content: Content, disk: TransactionDisk): Promise<readonly RollbackStep[]> {
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

/** A folder that the command made goes as a whole, unless it holds what is not the command's. */
async function planRemoval(content: Content, disk: TransactionDisk): Promise<readonly RollbackStep[]> {
  const { place, after, now } = content;
  if (after.kind === 'absent' || now.kind === 'absent' || now.kind === 'uncopied') return [];
  if (now.kind !== 'folder' || (await holdsOnlyOurs(content, disk))) {
    return [{ path: place, kind: 'aside', now, restores: [], removes: pathsIn(now, place) }];
  }
  const steps: RollbackStep[] = [];
  for (const child of childrenOf(content)) steps.push(...(await planRemoval(child, disk)));
  return steps;
}

/** Asks the disk: what is outside the scope or passed over is in no entry. */
async function holdsOnlyOurs(content: Content, disk: TransactionDisk): Promise<boolean> {
  const { place, after, now } = content;
  if (now.kind !== 'folder') return after.kind !== 'absent' && now.kind !== 'uncopied';
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
