import path from 'node:path';
import { whyNotUndoable } from './changed-files';
import { absent, isSameState, type RecordedState } from './kept-image';
import { formerPath, isPresent, type TrackedItem } from './known-items';
import { isBelow, type FileStep } from './steps';
import type { PathHistory } from './tree';

/** A step of an undo, and the thing it is about. */
export interface PlannedStep {
  readonly step: FileStep;
  readonly item: TrackedItem;
}

/** How a thing gets back to where and what it was, as things stand. */
export type UndoPlan =
  | { readonly kind: 'ready'; readonly steps: readonly PlannedStep[] }
  /** First another thing of this undo must be out of the way, or back in its place. */
  | { readonly kind: 'wait'; readonly on: TrackedItem; readonly reason: string }
  | { readonly kind: 'never'; readonly reason: string };

export interface UndoPlanOptions {
  /** The things that are undone together with it. */
  readonly pending: ReadonlySet<TrackedItem>;
  /** A path as people know it. */
  readonly show: (path: string) => string;
}

export function planUndo(tree: PathHistory, item: TrackedItem, undo: UndoPlanOptions): UndoPlan {
  const lost = whyNotUndoable(item);
  if (lost !== undefined) return { kind: 'never', reason: `It cannot be brought back: ${lost}.` };
  return findObstacle(tree, item, undo) ?? { kind: 'ready', steps: stepsToUndo(tree, item) };
}

type Obstacle = Exclude<UndoPlan, { readonly kind: 'ready' }>;

function findObstacle(tree: PathHistory, item: TrackedItem, undo: UndoPlanOptions): Obstacle | undefined {
  const { pending, show } = undo;
  const { was, now } = item;
  if (now.image.kind === 'folder' && was.image.kind !== 'folder') {
    const inside = tree.below(now.path);
    const first = inside.find((one) => !pending.has(one)) ?? inside[0];
    if (first !== undefined) {
      return waitFor(first, pending, `It still holds ${show(first.now.path)}.`);
    }
  }
  const comesHome = !isPresent(item) || tree.isMoved(item);
  return was.image.kind !== 'absent' && comesHome ? findConflict(tree, item, undo) : undefined;
}

/** What has to be in its place, or out of it, before a thing can be put there. */
function findConflict(tree: PathHistory, item: TrackedItem, undo: UndoPlanOptions): Obstacle | undefined {
  const { pending, show } = undo;
  const to = formerPath(item);
  const folder = item.was.parent;
  const isBack = folder === undefined || folder.now.image.kind === 'folder';
  if (!isBack && (pending.has(folder) || isPresent(folder))) {
    return waitFor(folder, pending, `Its folder ${show(path.dirname(to))} is not back.`);
  }
  const occupant = tree.at(to);
  if (occupant !== undefined) {
    return waitFor(occupant, pending, `Another stands at ${show(to)} now.`);
  }
  if (!isBelow(item.now.path, to)) return undefined;
  const above = folder !== undefined && pending.has(folder) ? folder : item;
  return { kind: 'wait', on: above, reason: `Its place ${show(to)} lies in itself now.` };
}

function waitFor(on: TrackedItem, pending: ReadonlySet<TrackedItem>, reason: string): Obstacle {
  return pending.has(on) ? { kind: 'wait', on, reason } : { kind: 'never', reason };
}

function stepsToUndo(tree: PathHistory, item: TrackedItem): readonly PlannedStep[] {
  const { was, now } = item;
  if (was.image.kind === 'absent') return [placeStep(item, now.path, [now.image, absent])];
  const to = formerPath(item);
  if (!isPresent(item)) {
    return [...foldersToRestore(tree, item), placeStep(item, to, [absent, was.image])];
  }
  const content = isSameState(now.image, was.image)
    ? []
    : [placeStep(item, to, [now.image, was.image])];
  if (!tree.isMoved(item)) return content;
  const move: FileStep = { kind: 'move', from: now.path, to, moved: now.image };
  return [...foldersToRestore(tree, item), { step: move, item }, ...content];
}

/** The folders above, as far as the chat has deleted them, outermost first. */
function foldersToRestore(tree: PathHistory, item: TrackedItem): readonly PlannedStep[] {
  const folder = item.was.parent;
  if (folder === undefined || isPresent(folder)) return [];
  const image: RecordedState =
    folder.was.image.kind === 'folder' ? folder.was.image : { kind: 'folder', mode: 0o755 };
  const at = formerPath(folder);
  return [...foldersToRestore(tree, folder), placeStep(folder, at, [absent, image])];
}

function placeStep(
  item: TrackedItem,
  where: string,
  [before, after]: readonly [RecordedState, RecordedState],
): PlannedStep {
  return { step: { kind: 'place', path: where, before, after }, item };
}
