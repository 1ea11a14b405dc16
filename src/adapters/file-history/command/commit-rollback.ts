import path from 'node:path';
import { restoreAll, type RestoreEnd } from '../restore/restore';
import { prepareSteps, type RollbackContext, type PreparedStep } from './prepare-rollback';
import { effectOf, type RollbackStep } from './plan-rollback';
import type { Disk } from '../../system/disk';

/** The state after a rollback, in absolute paths. */
export interface RestoreResult extends Pick<RestoreEnd<unknown>, 'state' | 'cause'> {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Paths that should have been restored or removed but were not. */
  readonly missed: readonly string[];
  /** Temporary files that could not be removed. */
  readonly leftovers: readonly string[];
  /** False if the disk did not confirm that the result survives a power cut. */
  readonly isFlushed: boolean;
}

/** Originals are restored by renames; a partial restore is a hard error (000-transaction-3). */
export async function restoreSteps(
  steps: readonly RollbackStep[],
  parts: Omit<RollbackContext, 'onMade'>,
): Promise<RestoreResult> {
  const { disk, journal } = parts;
  const made = new Set<string>();
  const { state, cause, done } = await restoreAll<PreparedStep>({
    prepare: () => prepareSteps(steps, { ...parts, onMade: (name) => made.add(name) }),
    commit: (one) => apply(one, disk),
    revert: (one) => undo(one, disk),
  });
  const isDone = state === 'done';
  const asides = done.filter(({ kind }) => kind === 'aside').flatMap(spareOf);
  const isFlushed = !isDone || (await flushFolders(steps, disk));
  // After a failure, what could not be moved back stays where it is and is reported.
  const kept = isDone ? [] : asides;
  const removed = isDone ? [...made, ...asides] : made;
  const leftovers = [...kept, ...(await removeLeftovers(removed, disk))];
  await journal.end();
  return { state, cause, ...listsOf(done, steps), leftovers, isFlushed };
}

function listsOf(done: readonly PreparedStep[], all: readonly RollbackStep[]) {
  const restored = done.flatMap(({ kind, step }) =>
    kind === 'aside' ? [] : effectOf(step).restores,
  );
  const removed = done.flatMap(({ kind, step }) =>
    kind === 'aside' ? effectOf(step).removes : [],
  );
  const settled = new Set([...restored, ...removed]);
  const wanted = all.map(effectOf).flatMap(({ restores, removes }) => [...restores, ...removes]);
  return { restored, removed, missed: wanted.filter((file) => !settled.has(file)) };
}

function spareOf({ spare }: PreparedStep): readonly string[] {
  return spare === undefined ? [] : [spare];
}

/** Returns the names that could not be removed. */
async function removeLeftovers(names: Iterable<string>, disk: Disk): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of names) {
    try {
      await disk.removeTree(name);
    } catch {
      // The rollback is complete; the leftover name is reported.
      left.push(name);
    }
  }
  return left;
}

async function flushFolders(steps: readonly RollbackStep[], disk: Disk): Promise<boolean> {
  try {
    for (const folder of new Set(steps.map((step) => path.dirname(step.path)))) {
      await disk.flushPath(folder);
    }
    return true;
  } catch {
    // Everything is restored; the missing flush is reported.
    return false;
  }
}

async function apply({ kind, step, staged, spare }: PreparedStep, disk: Disk): Promise<void> {
  if (step.kind === 'rights') await disk.setRights(step.path, step.after.disk);
  else if (kind === 'aside') await disk.rename(step.path, nameOf(spare));
  else await disk.rename(nameOf(staged), step.path);
}

async function undo({ kind, step, staged, spare }: PreparedStep, disk: Disk): Promise<void> {
  if (step.kind === 'rights') await disk.setRights(step.path, step.before.disk);
  else if (kind === 'put') await disk.rename(step.path, nameOf(staged));
  else await disk.rename(nameOf(spare), step.path);
}

function nameOf(name: string | undefined): string {
  if (name === undefined) throw new Error('A step of the rollback was not prepared.');
  return name;
}
