import path from 'node:path';
import { isInside, type PathStyle } from '../../../core/base/paths';
import { RestoreRefused } from '../restore/restore';
import type { RollbackJournal } from './rollback-journal';
import type { RollbackStep } from './plan-rollback';
import type { DiskEntry, TransactionDisk } from './transaction-disk';
import { isSamePath, type TreeNode } from './scan-tree';

/** A step with all the files it needs; temporary names are next to its path. */
export interface PreparedStep {
  readonly step: RollbackStep;
  /** The original, complete and flushed; for `replace` and `put`. */
  readonly staged: string | undefined;
  /** Another name of the file that `replace` overwrites; the destination of `aside`. */
  readonly spare: string | undefined;
}

export interface RollbackContext {
  readonly disk: TransactionDisk;
  /** Canonical and current. */
  readonly roots: readonly string[];
  readonly style: PathStyle;
  readonly show: (path: string) => string;
  readonly journal: RollbackJournal;
  /** Called before each temporary name is created, for the cleanup. */
  readonly onMade: (name: string) => void;
}

/**
 * Phase one: writes each original next to its path without changing existing files. Then checks
 * again that every path is where it was: a folder may have become a link that leads outside
 * (decision file-sandbox).
 */
export async function prepareSteps(
  steps: readonly RollbackStep[],
  parts: RollbackContext,
): Promise<readonly PreparedStep[]> {
  const folders = new Set(steps.map((step) => path.dirname(step.path)));
  for (const step of steps) checkInside(step, parts);
  for (const folder of folders) await checkFolder(folder, parts);
  await parts.journal.begin([...folders]);
  const ready: PreparedStep[] = [];
  for (const step of steps) ready.push(await prepare(step, parts));
  for (const folder of folders) await checkFolder(folder, parts);
  await checkPlaces(steps, parts);
  for (const { step, spare } of ready) {
    if (step.kind === 'replace' && spare !== undefined) {
      await backUpOld(step.path, spare, parts.disk);
    }
  }
  await parts.journal.commit();
  return ready;
}

async function prepare(
  step: RollbackStep,
  { disk, journal, onMade }: RollbackContext,
): Promise<PreparedStep> {
  let staged: string | undefined;
  if (step.kind === 'replace' || step.kind === 'put') {
    staged = journal.temporaryName(step.path, 'ours');
    onMade(staged);
    await stageOriginal(step.before, staged, disk);
  }
  if (step.kind === 'aside') {
    return { step, staged, spare: journal.temporaryName(step.path, 'aside') };
  }
  if (step.kind !== 'replace') return { step, staged, spare: undefined };
  const spare = journal.temporaryName(step.path, 'ours');
  onMade(spare);
  return { step, staged, spare };
}

/** A root may change its permissions but is never moved: its parent folder is not ours. */
function checkInside(step: RollbackStep, { roots, style, show }: RollbackContext): void {
  const mayBe = (root: string): boolean => step.kind === 'rights' || root !== step.path;
  if (roots.some((root) => mayBe(root) && isInside(root, step.path, style))) return;
  throw new RestoreRefused(`this is not in the workspace: ${show(step.path)}`);
}

async function checkFolder(folder: string, { disk, show }: RollbackContext): Promise<void> {
  const found = await disk.entry(folder);
  if (found === undefined) {
    throw new RestoreRefused(`this folder is gone: ${show(folder)}`);
  }
  const isItself = found.kind === 'folder' && isSamePath(await disk.realPath(folder), folder);
  if (!isItself) throw new RestoreRefused(`this folder was replaced by a link: ${show(folder)}`);
}

/** Checks whether each path is still as planned. */
async function checkPlaces(
  steps: readonly RollbackStep[],
  { disk, show }: Pick<RollbackContext, 'disk' | 'show'>,
): Promise<void> {
  const emptied = new Set<string>();
  for (const step of steps) {
    const found = await disk.entry(step.path);
    if (step.kind === 'aside') emptied.add(step.path);
    const isSame = isAsPlanned(step, found) || (step.kind === 'put' && emptied.has(step.path));
    if (!isSame) throw new RestoreRefused(`this changed just now: ${show(step.path)}`);
  }
}

/** For a folder, only its existence counts: its state changes when files are written in it. */
function isAsPlanned(step: RollbackStep, found: DiskEntry | undefined): boolean {
  if (step.kind === 'put') return found === undefined;
  if (found === undefined) return false;
  if (step.kind === 'replace') return found.state === step.now.state;
  if (step.kind === 'rights') return found.identity === step.now.identity;
  return step.now.kind === 'file'
    ? found.state === step.now.disk.state
    : found.kind === step.now.kind;
}

async function backUpOld(place: string, spare: string, disk: TransactionDisk): Promise<void> {
  if (await disk.secondName(place, spare)) return;
  const found = await disk.entry(place);
  await disk.copy(place, spare);
  if (found !== undefined) await disk.setRights(spare, found);
}

/**
 * Writes the original under a temporary name, with its permissions, so that it survives a power
 * cut.
 */
async function stageOriginal(entry: TreeNode, to: string, disk: TransactionDisk): Promise<void> {
  if (entry.kind === 'link') return disk.makeLink(entry.target, to);
  if (entry.kind === 'file' && entry.copy !== undefined) {
    await disk.copy(entry.copy, to);
    await disk.setRights(to, entry.disk);
    return disk.flush(to);
  }
  if (entry.kind !== 'folder') return;
  await disk.makeFolder(to);
  for (const [name, child] of entry.children) await stageOriginal(child, path.join(to, name), disk);
  await disk.flush(to);
  // Last, because this may lock a folder.
  await disk.setRights(to, entry.disk);
}
