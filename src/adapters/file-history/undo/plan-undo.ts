import { isSamePathState } from '../../files/path-state';
import path from 'node:path';
import { whyNotUndoable } from '../history/changed-files';
import { absent, isBelow, type FileStep, type FileImage } from '../restore/file-steps';
import type { PathHistory } from '../history/path-history';
import { formerPath, isPresent, type TrackedItem } from '../history/tracked-items';

/** A step of an undo and its item. */
export interface PlannedStep {
  readonly step: FileStep;
  readonly item: TrackedItem;
}

/** How an item can be restored now. */
type UndoPlan =
  | { readonly kind: 'ready'; readonly steps: readonly PlannedStep[] }
  /** First another thing of this undo must be out of the way, or back in its place. */
  | { readonly kind: 'wait'; readonly on: TrackedItem; readonly reason: string }
  | { readonly kind: 'never'; readonly reason: string };

export interface UndoPlanOptions {
  /** Items undone at the same time. */
  readonly pending: ReadonlySet<TrackedItem>;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
}

export function planUndo(tree: PathHistory, item: TrackedItem, undo: UndoPlanOptions): UndoPlan {
  const lost = whyNotUndoable(item);
  if (lost !== undefined) return { kind: 'never', reason: `It cannot be restored: ${lost}.` };
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
      return waitFor(first, pending, `It still contains ${show(first.now.path)}.`);
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
    return waitFor(folder, pending, `Its folder ${show(path.dirname(to))} has not been restored.`);
  }
  const occupant = tree.at(to);
  if (occupant !== undefined) {
    return waitFor(occupant, pending, `${show(to)} now exists.`);
  }
  if (!isBelow(item.now.path, to)) return undefined;
  const above = folder !== undefined && pending.has(folder) ? folder : item;
  return { kind: 'wait', on: above, reason: `${show(to)} is now inside the item being restored.` };
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
  const content = isSamePathState(now.image, was.image)
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
