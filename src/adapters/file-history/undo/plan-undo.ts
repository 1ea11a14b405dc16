import path from 'node:path';
import { say, type Sentence } from '../../../core/base/sentence';
import { whyNotUndoable } from '../history/changed-files';
import { isSamePathState } from '../../files/path-state';
import type { PathState } from '../../../core/contracts/file-changes';
import { saidOf, succeed, type Result } from '../../../core/contracts/failure';
import type { PathStates } from '../../../core/ports/file-changes';
import type { ChangeHistory } from '../history/change-history';
import {
  absent,
  foldersAbove,
  isBelow,
  isSameImage,
  pathsOf,
  stateOnly,
  type FileStep,
  type FileImage,
} from '../history/file-steps';
import type { PathHistory } from '../history/path-history';
import {
  canBeUndone,
  formerPath,
  isPresent,
  type CallStep,
  type TrackedItem,
} from '../history/tracked-items';

/** A step of an undo and its item. */
export interface PlannedStep {
  readonly step: FileStep;
  readonly item: TrackedItem;
}

/** How an item can be restored now. */
type UndoPlan =
  | { readonly kind: 'ready'; readonly steps: readonly PlannedStep[] }
  /** First another thing of this undo must be out of the way, or back in its place. */
  | { readonly kind: 'wait'; readonly on: TrackedItem; readonly reason: Sentence }
  | { readonly kind: 'never'; readonly reason: Sentence };

export interface UndoPlanOptions {
  /** Items undone at the same time. */
  readonly pending: ReadonlySet<TrackedItem>;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
}

export function planUndo(tree: PathHistory, item: TrackedItem, undo: UndoPlanOptions): UndoPlan {
  const lost = whyNotUndoable(item);
  if (lost !== undefined) return { kind: 'never', reason: say`It cannot be restored: ${lost}.` };
  return findObstacle(tree, item, undo) ?? { kind: 'ready', steps: stepsToUndo(tree, item) };
}

type Obstacle = Exclude<UndoPlan, { readonly kind: 'ready' }>;

function findObstacle(
  tree: PathHistory,
  item: TrackedItem,
  undo: UndoPlanOptions,
): Obstacle | undefined {
  const { pending, show } = undo;
  const { was, now } = item;
  if (now.image.kind === 'folder' && was.image.kind !== 'folder') {
    const inside = tree.below(now.path);
    const first = inside.find((one) => !pending.has(one)) ?? inside[0];
    if (first !== undefined) {
      return waitFor(first, pending, say`It still contains ${show(first.now.path)}.`);
    }
  }
  const comesHome = !isPresent(item) || tree.isMoved(item);
  return was.image.kind !== 'absent' && comesHome ? findConflict(tree, item, undo) : undefined;
}

/** What must exist or be removed before an item can be restored. */
function findConflict(
  tree: PathHistory,
  item: TrackedItem,
  undo: UndoPlanOptions,
): Obstacle | undefined {
  const { pending, show } = undo;
  const to = formerPath(item);
  const folder = item.was.parent;
  const isBack = folder === undefined || folder.now.image.kind === 'folder';
  if (!isBack && (pending.has(folder) || isPresent(folder))) {
    return waitFor(
      folder,
      pending,
      say`Its folder ${show(path.dirname(to))} has not been restored.`,
    );
  }
  const occupant = tree.at(to);
  if (occupant !== undefined) {
    return waitFor(occupant, pending, say`${show(to)} now exists.`);
  }
  if (!isBelow(item.now.path, to)) return undefined;
  const above = folder !== undefined && pending.has(folder) ? folder : item;
  return {
    kind: 'wait',
    on: above,
    reason: say`${show(to)} is now inside the item being restored.`,
  };
}

function waitFor(on: TrackedItem, pending: ReadonlySet<TrackedItem>, reason: Sentence): Obstacle {
  return pending.has(on) ? { kind: 'wait', on, reason } : { kind: 'never', reason };
}

function stepsToUndo(tree: PathHistory, item: TrackedItem): readonly PlannedStep[] {
  const { was, now } = item;
  if (was.image.kind === 'absent') return [placeStep(item, now.path, [now.image, absent])];
  const to = formerPath(item);
  if (!isPresent(item)) {
    return [...foldersToRestore(tree, item), placeStep(item, to, [absent, was.image])];
  }
  const content = isSameImage(now.image, was.image)
    ? []
    : [placeStep(item, to, [now.image, was.image])];
  if (!tree.isMoved(item)) return content;
  const move: FileStep = { kind: 'move', from: now.path, to, moved: now.image };
  return [...foldersToRestore(tree, item), { step: move, item }, ...content];
}

/** The parent folders that the chat has deleted, outermost first. */
function foldersToRestore(tree: PathHistory, item: TrackedItem): readonly PlannedStep[] {
  const folder = item.was.parent;
  if (folder === undefined || isPresent(folder)) return [];
  const image: FileImage =
    folder.was.image.kind === 'folder' ? folder.was.image : { kind: 'folder', mode: 0o755 };
  const at = formerPath(folder);
  return [...foldersToRestore(tree, folder), placeStep(folder, at, [absent, image])];
}

function placeStep(
  item: TrackedItem,
  where: string,
  [before, after]: readonly [FileImage, FileImage],
): PlannedStep {
  return { step: { kind: 'place', path: where, before, after }, item };
}

/** A step of the undo of a call, and the call step that it reverses. */
export interface InverseStep {
  readonly step: FileStep;
  readonly of: string;
}

interface CallObstacleContext extends Pick<UndoPlanOptions, 'show'> {
  readonly places: PathStates;
  readonly signal: AbortSignal;
}

/** Why nothing can be undone: each path must be as the call left it. */
export async function findCallObstacle(
  history: Pick<ChangeHistory, 'liveSteps'>,
  call: { readonly steps: readonly InverseStep[]; readonly callSteps: readonly CallStep[] },
  undo: CallObstacleContext,
): Promise<Sentence | undefined> {
  const { steps, callSteps } = call;
  const touched = createTouched();
  const last = Math.max(...callSteps.map(({ order }) => order));
  const later = history
    .liveSteps()
    .filter((one) => one.order > last && canBeUndone(one) && !callSteps.includes(one))
    .map(({ step }) => step);
  const removed = new Set(later.flatMap(placesRemoved));
  for (const { step } of steps) {
    for (const { path: place, expect } of expected(step)) {
      // A path changed by an earlier step of this undo is checked later.
      if (touched.add(place)) continue;
      const found = await stateAt(place, undo);
      if (!found.ok) return saidOf(found.failure);
      // A later call may have removed the parent folder of the restored item.
      const hasFolder = !foldersAbove(place).some((folder) => removed.has(folder));
      if (isSamePathState(found.value, expect) && hasFolder) continue;
      const isByLaterCall = later.some((one) => pathsOf(one).some((at) => overlaps(at, place)));
      // An undo interrupted by a crash may have done this step before.
      const isDone = step.kind === 'place' && isSamePathState(found.value, step.after);
      if (isByLaterCall || !isDone) return changedText(undo.show(place), isByLaterCall);
    }
  }
  return undefined;
}

/** Below a file nothing exists: an undo that continues may have restored the file before. */
export async function stateAt(
  place: string,
  context: { readonly places: PathStates; readonly signal: AbortSignal },
): Promise<Result<PathState>> {
  const found = await context.places.image(place, { signal: context.signal });
  const above = path.dirname(place);
  if (found.ok || above === place) return found;
  const folder = await stateAt(above, context);
  const isBelowNothing = folder.ok && ['file', 'absent'].includes(folder.value.kind);
  return isBelowNothing ? succeed(absent) : found;
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
  if (step.kind === 'place') return [{ path: step.path, expect: stateOnly(step.before) }];
  return [
    { path: step.from, expect: stateOnly(step.moved) },
    { path: step.to, expect: stateOnly(absent) },
  ];
}

function changedText(name: string, isByLaterCall: boolean): Sentence {
  return isByLaterCall
    ? say`${name} was changed by a later call of this chat: undo that first. Nothing was undone.`
    : say`${name} has changed since this call. Nothing was undone.`;
}

function overlaps(one: string, other: string): boolean {
  return one === other || isBelow(one, other) || isBelow(other, one);
}
