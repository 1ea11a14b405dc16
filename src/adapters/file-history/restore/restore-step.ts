import type { PathState } from '../../../core/contracts/file-changes';
import type { PathStates } from '../../../core/ports/file-changes';
import {
  isSameState,
  withoutCopy,
  type RecordedState,
  type MoveStep,
  type FileStep,
} from './file-steps';

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
  { image, expect }: { readonly image: RecordedState; readonly expect: RecordedState },
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
  if (isSameState(found.value, image)) return undefined;
  return isSameState(found.value, expect) ? done.failure.message : changedSince;
}

async function restoreMove(
  { from, to, moved }: MoveStep,
  { places, signal }: RestoreContext,
): Promise<string | undefined> {
  const found = await places.image(from, { signal });
  if (!found.ok) return found.failure.message;
  if (!isSameState(found.value, moved)) {
    const target = await places.image(to, { signal });
    const isThere = found.value.kind === 'absent' && target.ok && isSameState(target.value, moved);
    return isThere ? undefined : changedSince;
  }
  const done = await places.moveBack(from, to, { signal });
  return done.ok ? undefined : done.failure.message;
}

async function stateWithBytes(
  image: RecordedState,
  { copy }: RestoreContext,
): Promise<PathState | undefined> {
  const state = withoutCopy(image);
  if (state.kind !== 'file') return state;
  const bytes =
    image.kind === 'file' && image.copy !== undefined ? await copy(image.copy) : undefined;
  return bytes && { ...state, bytes };
}
