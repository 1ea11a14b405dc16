import type { PlaceImage } from '../../core/contracts/file-changes';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { absent, isSameImage, placeImage } from './kept-image';
import type { CallStep } from './known-items';
import { changedSince, putBack, putWhole, type UndoWorld } from './put-back';
import { foldersAbove, inOrder, inverseOf, isBelow, placesOf, type Step } from './steps';

export interface UndoCall extends UndoWorld {
  /** In bytes; what is larger cannot be taken back, should a later step fail. */
  readonly maxFileBytes: number;
  /** Steps of other calls that can still be undone. */
  readonly others: readonly CallStep[];
  /** Keeps what is about to be undone until the undo has ended; undefined when it cannot be kept. */
  readonly setAside: (bytes: Uint8Array) => Promise<string | undefined>;
}

/** A step of the undo, and the step of the call that it undoes. */
export interface StepBack {
  readonly step: Step;
  readonly of: string;
}

/** `held`: what an undo has done that failed, and could not be taken back. */
export interface UndoneCall {
  readonly held: readonly StepBack[];
  readonly result: Result<readonly StepBack[]>;
}

/** Takes back what one call did, all of it or nothing (000: partial restore is a hard error). */
export async function undoCall(
  callSteps: readonly CallStep[],
  undo: UndoCall,
): Promise<UndoneCall> {
  const steps = stepsBack(callSteps);
  const obstacle = await findObstacle(steps, callSteps, undo);
  if (obstacle !== undefined) return refused(obstacle);
  const done: Done[] = [];
  for (const [index, back] of steps.entries()) {
    // What is the last step leaves nothing to take back.
    const isLast = index === steps.length - 1;
    const aside = isLast ? undefined : await lookAside(back.step, undo);
    const reason = undo.signal.aborted ? 'It was stopped.' : await putBack(back.step, undo);
    if (reason === undefined) {
      done.push({ back, aside });
      continue;
    }
    return takeBack(done, { where: placesOf(back.step)[0] ?? '', reason }, undo);
  }
  return { held: [], result: succeed(steps) };
}

interface Done {
  readonly back: StepBack;
  /** What stood there before the undo; the bytes of a file by the name of its copy. */
  readonly aside: Aside | undefined;
}

interface Aside {
  readonly image: PlaceImage;
  readonly copy: string | undefined;
}

function stepsBack(callSteps: readonly CallStep[]): readonly StepBack[] {
  const orders = [...new Set(callSteps.map(({ order }) => order))].reverse();
  return orders.flatMap((order) => {
    const ofChange = callSteps.filter((one) => one.order === order).reverse();
    const back = ofChange.map(({ step, id }) => ({ step: inverseOf(step), of: id }));
    return inOrder(back, ({ step }) => step);
  });
}

function refused(message: string): UndoneCall {
  return { held: [], result: fail(failure('execution', message, { suggestion })) };
}

const suggestion = 'Look at the file, and change back by hand what you do not want.';

/** Why nothing can be undone; each place has to be what the call has left. */
async function findObstacle(
  steps: readonly StepBack[],
  callSteps: readonly CallStep[],
  undo: UndoCall,
): Promise<string | undefined> {
  const touched = createTouched();
  const last = Math.max(...callSteps.map(({ order }) => order));
  const later = undo.others.filter(({ order }) => order > last).map(({ step }) => step);
  const removed = new Set(later.flatMap(placesRemoved));
  for (const { step } of steps) {
    for (const { path, expect } of expected(step)) {
      // What an earlier step of this undo touches is judged when that is done.
      if (touched.add(path)) continue;
      const found = await undo.places.image(path, { signal: undo.signal });
      if (!found.ok) return found.failure.message;
      // A later call may have removed the folder that something would be put into.
      const hasFolder = !foldersAbove(path).some((folder) => removed.has(folder));
      if (isSameImage(found.value, expect) && hasFolder) continue;
      const isByLaterCall = later.some((one) => placesOf(one).some((at) => overlaps(at, path)));
      // An undo that a crash has ended may have got here before.
      const isDone = step.kind === 'place' && isSameImage(found.value, step.after);
      if (isByLaterCall || !isDone) return changedText(undo.show(path), isByLaterCall);
    }
  }
  return undefined;
}

function placesRemoved(step: Step): readonly string[] {
  return step.kind === 'place' && step.after.kind === 'absent' ? [step.path] : [];
}

function createTouched() {
  const places = new Set<string>();
  const above = new Set<string>();
  return {
    /** True when the place, something below it or something above it was added before. */
    add: (place: string): boolean => {
      const folders = foldersAbove(place);
      const isKnown =
        places.has(place) || above.has(place) || folders.some((one) => places.has(one));
      places.add(place);
      for (const one of folders) above.add(one);
      return isKnown;
    },
  };
}

function expected(step: Step): readonly { readonly path: string; readonly expect: PlaceImage }[] {
  if (step.kind === 'place') return [{ path: step.path, expect: placeImage(step.before) }];
  return [
    { path: step.from, expect: placeImage(step.moved) },
    { path: step.to, expect: placeImage(absent) },
  ];
}

function changedText(name: string, isByLaterCall: boolean): string {
  return isByLaterCall
    ? `${name} was changed by a later call of this chat: undo that first. Nothing was undone.`
    : `${name} has changed since this call. Nothing was undone.`;
}

function overlaps(one: string, other: string): boolean {
  return one === other || isBelow(one, other) || isBelow(other, one);
}

async function lookAside(step: Step, undo: UndoCall): Promise<Aside | undefined> {
  if (step.kind === 'move') return undefined;
  const { places, signal, maxFileBytes, setAside } = undo;
  const found = await places.image(step.path, { maxBytes: maxFileBytes, signal });
  if (!found.ok) return undefined;
  if (found.value.kind !== 'file') return { image: found.value, copy: undefined };
  const { bytes, ...image } = found.value;
  return { image, copy: bytes && (await setAside(bytes)) };
}

/** Undoes the undo; what cannot be taken back is told. */
async function takeBack(
  done: readonly Done[],
  { where, reason }: { readonly where: string; readonly reason: string },
  undo: UndoCall,
): Promise<UndoneCall> {
  // Stopping must not leave half of it.
  const unstopped = { ...undo, signal: new AbortController().signal };
  const held: StepBack[] = [];
  for (const { back, aside } of [...done].reverse()) {
    const problem = await redo(back.step, aside, unstopped);
    if (problem !== undefined) held.unshift(back);
  }
  const because = `${undo.show(where)}: ${reason.replace(/\.$/, '')}.`;
  if (held.length === 0) return refused(`${because} Nothing was undone.`);
  const places = [...new Set(held.flatMap(({ step }) => placesOf(step)))];
  const text = places.map(undo.show).join(', ');
  return {
    held,
    result: fail(
      failure('execution', `${because} Undone before, and not taken back: ${text}.`, {
        suggestion,
      }),
    ),
  };
}

async function redo(
  step: Step,
  aside: Aside | undefined,
  undo: UndoCall,
): Promise<string | undefined> {
  if (step.kind === 'move') return putBack(inverseOf(step), undo);
  if (aside === undefined) return changedSince;
  const image = await withBytes(aside, undo);
  if (image === undefined) return changedSince;
  return putWhole(step.path, { image, expect: placeImage(step.after) }, undo);
}

async function withBytes({ image, copy }: Aside, undo: UndoCall): Promise<PlaceImage | undefined> {
  if (image.kind !== 'file') return image;
  const bytes = copy === undefined ? undefined : await undo.copy(copy);
  return bytes && { ...image, bytes };
}
