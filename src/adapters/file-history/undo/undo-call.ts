import type { PathState } from '../../../core/contracts/file-changes';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import {
  absent,
  isSameState,
  withoutCopy,
  foldersAbove,
  inOrder,
  inverseOf,
  isBelow,
  pathsOf,
  type FileStep,
} from '../restore/file-steps';
import type { CallStep } from '../history/tracked-items';
import { changedSince, restoreStep, restoreState, type UndoContext } from '../restore/restore-step';

export interface UndoCallOptions extends UndoContext {
  /** Size limit in bytes; a larger file cannot be reverted if a later step fails. */
  readonly maxFileBytes: number;
  /** Steps of other calls that can still be undone. */
  readonly others: readonly CallStep[];
  /** Backs up content until the undo has ended; undefined if that fails. */
  readonly setAside: (bytes: Uint8Array) => Promise<string | undefined>;
}

/** A step of the undo, and the call step that it reverses. */
export interface InverseStep {
  readonly step: FileStep;
  readonly of: string;
}

/** `held`: completed steps of a failed undo that could not be reverted. */
export interface UndoCallResult {
  readonly held: readonly InverseStep[];
  readonly result: Result<readonly InverseStep[]>;
}

/** Undoes one call, completely or not at all (000-transaction-3). */
export async function undoCall(
  callSteps: readonly CallStep[],
  undo: UndoCallOptions,
): Promise<UndoCallResult> {
  const steps = inverseSteps(callSteps);
  const obstacle = await findObstacle(steps, callSteps, undo);
  if (obstacle !== undefined) return refused(obstacle);
  const done: Done[] = [];
  for (const [index, back] of steps.entries()) {
    // After the last step nothing can fail, so it needs no backup.
    const isLast = index === steps.length - 1;
    const aside = isLast ? undefined : await backUp(back.step, undo);
    const reason = undo.signal.aborted
      ? 'The undo was stopped.'
      : await restoreStep(back.step, undo);
    if (reason === undefined) {
      done.push({ back, aside });
      continue;
    }
    return revertUndo(done, { where: pathsOf(back.step)[0] ?? '', reason }, undo);
  }
  return { held: [], result: succeed(steps) };
}

interface Done {
  readonly back: InverseStep;
  /** The state before the undo; file content is backed up under the name of its copy. */
  readonly aside: Backup | undefined;
}

interface Backup {
  readonly image: PathState;
  readonly copy: string | undefined;
}

function inverseSteps(callSteps: readonly CallStep[]): readonly InverseStep[] {
  const orders = [...new Set(callSteps.map(({ order }) => order))].reverse();
  return orders.flatMap((order) => {
    const ofChange = callSteps.filter((one) => one.order === order).reverse();
    const back = ofChange.map(({ step, id }) => ({ step: inverseOf(step), of: id }));
    return inOrder(back, ({ step }) => step);
  });
}

function refused(message: string): UndoCallResult {
  return { held: [], result: fail(failure('execution', message, { suggestion })) };
}

const suggestion = 'Open the file and revert unwanted changes manually.';

/** Why nothing can be undone: each path must be as the call left it. */
async function findObstacle(
  steps: readonly InverseStep[],
  callSteps: readonly CallStep[],
  undo: UndoCallOptions,
): Promise<string | undefined> {
  const touched = createTouched();
  const last = Math.max(...callSteps.map(({ order }) => order));
  const later = undo.others.filter(({ order }) => order > last).map(({ step }) => step);
  const removed = new Set(later.flatMap(placesRemoved));
  for (const { step } of steps) {
    for (const { path, expect } of expected(step)) {
      // A path changed by an earlier step of this undo is checked later.
      if (touched.add(path)) continue;
      const found = await undo.places.image(path, { signal: undo.signal });
      if (!found.ok) return found.failure.message;
      // A later call may have removed the parent folder of the restored item.
      const hasFolder = !foldersAbove(path).some((folder) => removed.has(folder));
      if (isSameState(found.value, expect) && hasFolder) continue;
      const isByLaterCall = later.some((one) => pathsOf(one).some((at) => overlaps(at, path)));
      // An undo interrupted by a crash may have done this step before.
      const isDone = step.kind === 'place' && isSameState(found.value, step.after);
      if (isByLaterCall || !isDone) return changedText(undo.show(path), isByLaterCall);
    }
  }
  return undefined;
}

function placesRemoved(step: FileStep): readonly string[] {
  return step.kind === 'place' && step.after.kind === 'absent' ? [step.path] : [];
}

function createTouched() {
  const places = new Set<string>();
  const above = new Set<string>();
  return {
    /** Returns true if the path, a parent or a child was added before. */
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

function expected(
  step: FileStep,
): readonly { readonly path: string; readonly expect: PathState }[] {
  if (step.kind === 'place') return [{ path: step.path, expect: withoutCopy(step.before) }];
  return [
    { path: step.from, expect: withoutCopy(step.moved) },
    { path: step.to, expect: withoutCopy(absent) },
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

async function backUp(step: FileStep, undo: UndoCallOptions): Promise<Backup | undefined> {
  if (step.kind === 'move') return undefined;
  const { places, signal, maxFileBytes, setAside } = undo;
  const found = await places.image(step.path, { maxBytes: maxFileBytes, signal });
  if (!found.ok) return undefined;
  if (found.value.kind !== 'file') return { image: found.value, copy: undefined };
  const { bytes, ...image } = found.value;
  return { image, copy: bytes && (await setAside(bytes)) };
}

/** Reverts the undo; reports what cannot be reverted. */
async function revertUndo(
  done: readonly Done[],
  { where, reason }: { readonly where: string; readonly reason: string },
  undo: UndoCallOptions,
): Promise<UndoCallResult> {
  // Stopping must not leave a half-reverted undo.
  const unstopped = { ...undo, signal: new AbortController().signal };
  const held: InverseStep[] = [];
  for (const { back, aside } of [...done].reverse()) {
    const problem = await redo(back.step, aside, unstopped);
    if (problem !== undefined) held.unshift(back);
  }
  const because = `${undo.show(where)}: ${reason.replace(/\.$/, '')}.`;
  if (held.length === 0) return refused(`${because} Nothing was undone.`);
  const places = [...new Set(held.flatMap(({ step }) => pathsOf(step)))];
  const text = places.map(undo.show).join(', ');
  return {
    held,
    result: fail(
      failure('execution', `${because} These items were already undone and remain so: ${text}.`, {
        suggestion,
      }),
    ),
  };
}

async function redo(
  step: FileStep,
  aside: Backup | undefined,
  undo: UndoCallOptions,
): Promise<string | undefined> {
  if (step.kind === 'move') return restoreStep(inverseOf(step), undo);
  if (aside === undefined) return changedSince;
  const image = await withBytes(aside, undo);
  if (image === undefined) return changedSince;
  return restoreState(step.path, { image, expect: withoutCopy(step.after) }, undo);
}

async function withBytes(
  { image, copy }: Backup,
  undo: UndoCallOptions,
): Promise<PathState | undefined> {
  if (image.kind !== 'file') return image;
  const bytes = copy === undefined ? undefined : await undo.copy(copy);
  return bytes && { ...image, bytes };
}
