import type { PlaceImage } from '../../core/contracts/file-changes';
import type { Places } from '../../core/ports/file-changes';
import { isSameImage, placeImage, type KeptImage } from './kept-image';
import type { MoveStep, Step } from './steps';

/** What an undo needs of the world. */
export interface UndoWorld extends StepWorld {
  /** A path as people know it. */
  readonly show: (path: string) => string;
}

/** What a step of it needs. */
export interface StepWorld {
  readonly places: Places;
  /** Of a copy by its name; undefined when there is none, or it is damaged. */
  readonly copy: (name: string) => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

export const changedSince = 'It has changed since.';
const damaged = 'The copy of what stood there is gone or damaged.';

/**
 * Does a step of an undo. Answers why it was not done; undefined when what it leads to stands there,
 * also when it did so before: then there is nothing to do.
 */
export async function putBack(step: Step, world: StepWorld): Promise<string | undefined> {
  return step.kind === 'place'
    ? putImage(step.path, { image: step.after, expect: step.before }, world)
    : moveBack(step, world);
}

async function putImage(
  path: string,
  { image, expect }: { readonly image: KeptImage; readonly expect: KeptImage },
  world: StepWorld,
): Promise<string | undefined> {
  const whole = await wholeImage(image, world);
  if (whole === undefined) return damaged;
  return putWhole(path, { image: whole, expect: placeImage(expect) }, world);
}

/** The same for an image that has its bytes. */
export async function putWhole(
  path: string,
  { image, expect }: { readonly image: PlaceImage; readonly expect: PlaceImage },
  { places, signal }: StepWorld,
): Promise<string | undefined> {
  const done = await places.putBack(path, image, { expect, signal });
  if (done.ok) return undefined;
  const found = await places.image(path, { signal });
  if (!found.ok) return done.failure.message;
  if (isSameImage(found.value, image)) return undefined;
  return isSameImage(found.value, expect) ? done.failure.message : changedSince;
}

async function moveBack(
  { from, to, moved }: MoveStep,
  { places, signal }: StepWorld,
): Promise<string | undefined> {
  const found = await places.image(from, { signal });
  if (!found.ok) return found.failure.message;
  if (!isSameImage(found.value, moved)) {
    const target = await places.image(to, { signal });
    const isThere = found.value.kind === 'absent' && target.ok && isSameImage(target.value, moved);
    return isThere ? undefined : changedSince;
  }
  const done = await places.moveBack(from, to, { signal });
  return done.ok ? undefined : done.failure.message;
}

async function wholeImage(image: KeptImage, { copy }: StepWorld): Promise<PlaceImage | undefined> {
  const state = placeImage(image);
  if (state.kind !== 'file') return state;
  const bytes =
    image.kind === 'file' && image.copy !== undefined ? await copy(image.copy) : undefined;
  return bytes && { ...state, bytes };
}
