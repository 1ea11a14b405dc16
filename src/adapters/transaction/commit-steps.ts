import type { PreparedStep } from './prepare-steps';
import type { TransactionDisk } from './transaction-disk';

/** How phase two ended: which steps hold now, and what broke it off. */
export interface CommitResult {
  /** Steps that are done and were not undone. */
  readonly done: ReadonlySet<PreparedStep>;
  readonly cause: { readonly error: unknown } | undefined;
}

/**
 * Phase two: renames alone. When one fails, what was done is undone in reverse; a step whose undoing
 * fails too stays done (000: partial restore is a hard error, so the caller must tell).
 */
export async function commitSteps(
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
      // The first error is the one to tell; that this step holds is told by name.
      stuck.add(step);
    }
  }
  return stuck;
}

function nameOf(name: string | undefined): string {
  if (name === undefined) throw new Error('A step of the rollback was not prepared.');
  return name;
}
