import path from 'node:path';
import { isInside, type PathStyle } from '../../../core/base/paths';
import { RestoreRefused } from '../restore/restore';
import type { RollbackJournal } from './rollback-journal';
import type { RollbackStep } from './plan-rollback';
import type { Disk, DiskEntry } from '../../system/disk';
import { isSamePath, type TreeNode } from './scan-tree';

/** One operation of a step, with all the files it needs; temporary names are next to its path. */
export interface PreparedStep {
  /** `replace`: a file by a file, in one rename. `aside` removes what is there, `put` follows it. */
  readonly kind: 'replace' | 'put' | 'aside' | 'rights';
  readonly step: RollbackStep;
  /** The original, complete and flushed; for `replace` and `put`. */
  readonly staged: string | undefined;
  /** Another name of the file that `replace` overwrites; the destination of `aside`. */
  readonly spare: string | undefined;
}

export interface RollbackContext {
  readonly disk: Disk;
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
  for (const step of steps) ready.push(...(await prepare(step, parts)));
  for (const folder of folders) await checkFolder(folder, parts);
  await checkPlaces(steps, parts);
  for (const { kind, step, spare } of ready) {
    if (kind === 'replace' && spare !== undefined) {
      await backUpOld(step.path, spare, parts.disk);
    }
  }
  await parts.journal.commit();
  return ready;
}

async function prepare(
  step: RollbackStep,
  { disk, journal, onMade }: RollbackContext,
): Promise<readonly PreparedStep[]> {
  const ours = (): string => {
    const name = journal.temporaryName(step.path, 'ours');
    onMade(name);
    return name;
  };
  if (step.kind === 'rights') {
    return [{ kind: 'rights', step, staged: undefined, spare: undefined }];
  }
  const { path: place, before, after } = step;
  const ready: PreparedStep[] = [];
  const isReplaced = before.kind === 'file' && after.kind === 'file';
  if (before.kind !== 'absent' && !isReplaced) {
    const spare = journal.temporaryName(place, 'aside');
    ready.push({ kind: 'aside', step, staged: undefined, spare });
  }
  if (after.kind !== 'absent') {
    const staged = ours();
    await stageOriginal(after, staged, disk);
    const kind = isReplaced ? 'replace' : 'put';
    ready.push({ kind, step, staged, spare: isReplaced ? ours() : undefined });
  }
  return ready;
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
  for (const step of steps) {
    if (isAsPlanned(step, await disk.entry(step.path))) continue;
    throw new RestoreRefused(`this changed just now: ${show(step.path)}`);
  }
}

/** For a folder, only its existence counts: its state changes when files are written in it. */
function isAsPlanned(step: RollbackStep, found: DiskEntry | undefined): boolean {
  const { before } = step;
  if (before.kind === 'absent') return found === undefined;
  if (found === undefined) return false;
  if (step.kind === 'rights') return found.identity === step.before.disk.identity;
  if (before.kind === 'file') return found.state === before.stamp;
  // A device, a pipe or an ignored folder is never touched.
  return before.kind !== 'other' && found.kind === before.kind;
}

async function backUpOld(place: string, spare: string, disk: Disk): Promise<void> {
  if (await disk.secondName(place, spare)) return;
  const found = await disk.entry(place);
  await disk.copy(place, spare);
  if (found !== undefined) await disk.setRights(spare, found);
}

/**
 * Writes the original under a temporary name, with its permissions, so that it survives a power
 * cut.
 */
async function stageOriginal(entry: TreeNode, to: string, disk: Disk): Promise<void> {
  if (entry.kind === 'link') return disk.makeLink(entry.target, to);
  if (entry.kind === 'file' && entry.copy !== undefined) {
    await disk.copy(entry.copy, to);
    await disk.setRights(to, entry.disk);
    return disk.flushPath(to);
  }
  if (entry.kind !== 'folder') return;
  await disk.createFolder(to);
  for (const [name, child] of entry.children) await stageOriginal(child, path.join(to, name), disk);
  await disk.flushPath(to);
  // Last, because this may lock a folder.
  await disk.setRights(to, entry.disk);
}
