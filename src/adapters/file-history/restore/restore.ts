import { isSamePathState } from '../../files/path-state';
import type { PathState } from '../../../core/contracts/file-changes';
import type { PathStates } from '../../../core/ports/file-changes';
import { withoutCopy, type FileImage, type MoveStep, type FileStep } from './file-steps';

/** Why a step cannot be done. Nothing was changed by it. */
export class RestoreRefused extends Error {}

/** How a restore reaches the disk. A method that throws has changed nothing. */
export interface RestoreMethod<S> {
  /** Phase one: checks every step and makes it ready, without changing what exists. */
  prepare(): Promise<readonly S[]>;
  commit(step: S): Promise<void>;
  /** Reverses a completed step. */
  revert(step: S): Promise<void>;
}

export interface RestoreEnd<S> {
  /** `refused`: in phase one. `broken-off`: in phase two, after which steps were reversed. */
  readonly state: 'done' | 'refused' | 'broken-off';
  readonly cause: { readonly error: unknown } | undefined;
  /** Steps that are done and were not reversed. */
  readonly done: readonly S[];
}

/**
 * Restores in two phases, all or nothing (000-transaction-3). If a step of phase two fails, the
 * completed ones are reversed, last first; one that cannot be reversed stays done and is reported.
 */
export async function restoreAll<S>(method: RestoreMethod<S>): Promise<RestoreEnd<S>> {
  let ready: readonly S[];
  try {
    ready = await method.prepare();
  } catch (error) {
    return { state: 'refused', cause: { error }, done: [] };
  }
  const done: S[] = [];
  try {
    for (const step of ready) {
      await method.commit(step);
      done.push(step);
    }
    return { state: 'done', cause: undefined, done };
  } catch (error) {
    return { state: 'broken-off', cause: { error }, done: await revertAll(done, method) };
  }
}

/** Returns the steps that could not be reversed. */
async function revertAll<S>(
  done: readonly S[],
  method: Pick<RestoreMethod<S>, 'revert'>,
): Promise<readonly S[]> {
  const stuck: S[] = [];
  for (const step of [...done].reverse()) {
    try {
      await method.revert(step);
    } catch {
      // The first error is reported; this step is reported by name.
      stuck.unshift(step);
    }
  }
  return stuck;
}
/** Dependencies of an undo. */
export interface UndoContext extends RestoreContext {
  /** Formats a path for display. */
  readonly show: (path: string) => string;
}

/** Dependencies of a single undo step. */
export interface RestoreContext {
  readonly places: PathStates;
  /** Reads a copy by name; undefined if it is missing or damaged. */
  readonly copy: (name: string) => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

export const changedSince = 'It has changed since.';
const damaged = 'The copy of the previous content is missing or damaged.';

/**
 * Performs a step of an undo. Returns the reason if it was not done; undefined if the wanted state
 * exists, even if it existed before.
 */
export async function restoreStep(
  step: FileStep,
  world: RestoreContext,
): Promise<string | undefined> {
  return step.kind === 'place'
    ? restoreRecorded(step.path, { image: step.after, expect: step.before }, world)
    : restoreMove(step, world);
}

async function restoreRecorded(
  path: string,
  { image, expect }: { readonly image: FileImage; readonly expect: FileImage },
  world: RestoreContext,
): Promise<string | undefined> {
  const whole = await stateWithBytes(image, world);
  if (whole === undefined) return damaged;
  return restoreState(path, { image: whole, expect: withoutCopy(expect) }, world);
}

/** The same for a state with its bytes. */
export async function restoreState(
  path: string,
  { image, expect }: { readonly image: PathState; readonly expect: PathState },
  { places, signal }: RestoreContext,
): Promise<string | undefined> {
  const done = await places.putBack(path, image, { expect, signal });
  if (done.ok) return undefined;
  const found = await places.image(path, { signal });
  if (!found.ok) return done.failure.message;
  if (isSamePathState(found.value, image)) return undefined;
  return isSamePathState(found.value, expect) ? done.failure.message : changedSince;
}

async function restoreMove(
  { from, to, moved }: MoveStep,
  { places, signal }: RestoreContext,
): Promise<string | undefined> {
  const found = await places.image(from, { signal });
  if (!found.ok) return found.failure.message;
  if (!isSamePathState(found.value, moved)) {
    const target = await places.image(to, { signal });
    const isThere =
      found.value.kind === 'absent' && target.ok && isSamePathState(target.value, moved);
    return isThere ? undefined : changedSince;
  }
  const done = await places.moveBack(from, to, { signal });
  return done.ok ? undefined : done.failure.message;
}

async function stateWithBytes(
  image: FileImage,
  { copy }: RestoreContext,
): Promise<PathState | undefined> {
  const state = withoutCopy(image);
  if (state.kind !== 'file') return state;
  const bytes =
    image.kind === 'file' && image.copy !== undefined ? await copy(image.copy) : undefined;
  return bytes && { ...state, bytes };
}
