import path from 'node:path';
import { prepareSteps, type RollbackContext, type PreparedStep } from './prepare-rollback';
import type { RollbackStep } from './plan-rollback';
import type { TransactionDisk } from './transaction-disk';

/** The state after a rollback, in absolute paths. */
export interface RestoreResult {
  /**
   * `refused`: nothing has changed. `broken-off`: phase two failed, and the lists show the state.
   */
  readonly state: 'done' | 'refused' | 'broken-off';
  readonly cause: { readonly error: unknown } | undefined;
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Paths that should have been restored or removed but were not. */
  readonly missed: readonly string[];
  /** Temporary files that could not be removed. */
  readonly leftovers: readonly string[];
  /** False if the disk did not confirm that the result survives a power cut. */
  readonly isFlushed: boolean;
}

/**
 * Restores in two phases, all or nothing (000-transaction-3: originals are restored atomically by
 * rename; partial restore is a hard error).
 */
export async function restoreSteps(
  steps: readonly RollbackStep[],
  parts: Omit<RollbackContext, 'onMade'>,
): Promise<RestoreResult> {
  const { disk, journal } = parts;
  const made = new Set<string>();
  let ready: readonly PreparedStep[];
  try {
    ready = await prepareSteps(steps, { ...parts, onMade: (name) => made.add(name) });
  } catch (error) {
    const leftovers = await removeLeftovers(made, disk);
    await journal.end();
    return {
      state: 'refused',
      cause: { error },
      ...listsOf([], steps),
      leftovers,
      isFlushed: true,
    };
  }
  const { done, cause } = await commitSteps(ready, disk);
  const asides = [...done].filter(({ step }) => step.kind === 'aside').flatMap(spareOf);
  const doneSteps = [...done].map(({ step }) => step);
  if (cause !== undefined) {
    // Items that could not be restored stay where they are and are reported.
    const leftovers = [...asides, ...(await removeLeftovers(made, disk))];
    await journal.end();
    const state = 'broken-off';
    return { state, cause, ...listsOf(doneSteps, steps), leftovers, isFlushed: true };
  }
  const isFlushed = await flushFolders(steps, disk);
  const leftovers = await removeLeftovers([...made, ...asides], disk);
  await journal.end();
  return { state: 'done', cause, ...listsOf(doneSteps, steps), leftovers, isFlushed };
}

function listsOf(done: readonly RollbackStep[], all: readonly RollbackStep[]) {
  const held = new Set(done);
  const others = all.filter((step) => !held.has(step));
  return {
    restored: done.flatMap(({ restores }) => restores),
    removed: done.flatMap(({ removes }) => removes),
    missed: others.flatMap(({ restores, removes }) => [...restores, ...removes]),
  };
}

function spareOf({ spare }: PreparedStep): readonly string[] {
  return spare === undefined ? [] : [spare];
}

/** Returns the names that could not be removed. */
async function removeLeftovers(
  names: Iterable<string>,
  disk: TransactionDisk,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of names) {
    try {
      await disk.remove(name);
    } catch {
      // The rollback is complete; the leftover name is reported.
      left.push(name);
    }
  }
  return left;
}

async function flushFolders(
  steps: readonly RollbackStep[],
  disk: TransactionDisk,
): Promise<boolean> {
  try {
    for (const folder of new Set(steps.map((step) => path.dirname(step.path)))) {
      await disk.flush(folder);
    }
    return true;
  } catch {
    // Everything is restored; the missing flush is reported.
    return false;
  }
}

/** The result of phase two: the completed steps, and the error if it failed. */
export interface CommitResult {
  /** Steps that are done and were not reversed. */
  readonly done: ReadonlySet<PreparedStep>;
  readonly cause: { readonly error: unknown } | undefined;
}

/**
 * Phase two consists of renames only. If one fails, completed steps are reversed in reverse order;
 * a step that cannot be reversed stays done and is reported (000-transaction-3).
 */
async function commitSteps(
  steps: readonly PreparedStep[],
  disk: TransactionDisk,
): Promise<CommitResult> {
  const done: PreparedStep[] = [];
  try {
    for (const step of steps) {
      await apply(step, disk);
      done.push(step);
    }
    return { done: new Set(done), cause: undefined };
  } catch (error) {
    return { done: await undoAll(done, disk), cause: { error } };
  }
}

async function apply({ step, staged, spare }: PreparedStep, disk: TransactionDisk): Promise<void> {
  if (step.kind === 'rights') await disk.setRights(step.path, step.before);
  else if (step.kind === 'aside') await disk.rename(step.path, nameOf(spare));
  else await disk.rename(nameOf(staged), step.path);
}

async function undo({ step, staged, spare }: PreparedStep, disk: TransactionDisk): Promise<void> {
  if (step.kind === 'rights') await disk.setRights(step.path, step.now);
  else if (step.kind === 'put') await disk.rename(step.path, nameOf(staged));
  else await disk.rename(nameOf(spare), step.path);
}

async function undoAll(
  done: readonly PreparedStep[],
  disk: TransactionDisk,
): Promise<ReadonlySet<PreparedStep>> {
  const stuck = new Set<PreparedStep>();
  for (const step of [...done].reverse()) {
    try {
      await undo(step, disk);
    } catch {
      // Report the first error; this step is reported by name.
      stuck.add(step);
    }
  }
  return stuck;
}

function nameOf(name: string | undefined): string {
  if (name === undefined) throw new Error('A step of the rollback was not prepared.');
  return name;
}
