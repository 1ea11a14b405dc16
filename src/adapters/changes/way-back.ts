import path from 'node:path';
import { whyNoWayBack } from './changed-files';
import { absent, isSameImage, type KeptImage } from './kept-image';
import { formerPath, isPresent, type Item } from './known-items';
import { isBelow, type Step } from './steps';
import type { Tree } from './tree';

/** A step of an undo, and the thing it is about. */
export interface UndoStep {
  readonly step: Step;
  readonly item: Item;
}

/** How a thing gets back to where and what it was, as things stand. */
export type WayBack =
  | { readonly kind: 'ready'; readonly steps: readonly UndoStep[] }
  /** First another thing of this undo must be out of the way, or back in its place. */
  | { readonly kind: 'wait'; readonly on: Item; readonly reason: string }
  | { readonly kind: 'never'; readonly reason: string };

export interface UndoneWith {
  /** The things that are undone together with it. */
  readonly pending: ReadonlySet<Item>;
  /** A path as people know it. */
  readonly show: (path: string) => string;
}

export function wayBack(tree: Tree, item: Item, undo: UndoneWith): WayBack {
  const lost = whyNoWayBack(item);
  if (lost !== undefined) return { kind: 'never', reason: `It cannot be brought back: ${lost}.` };
  return findObstacle(tree, item, undo) ?? { kind: 'ready', steps: stepsBack(tree, item) };
}

type Obstacle = Exclude<WayBack, { readonly kind: 'ready' }>;

function findObstacle(tree: Tree, item: Item, undo: UndoneWith): Obstacle | undefined {
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
  return was.image.kind !== 'absent' && comesHome ? findInTheWay(tree, item, undo) : undefined;
}

/** What has to be in its place, or out of it, before a thing can be put there. */
function findInTheWay(tree: Tree, item: Item, undo: UndoneWith): Obstacle | undefined {
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

function waitFor(on: Item, pending: ReadonlySet<Item>, reason: string): Obstacle {
  return pending.has(on) ? { kind: 'wait', on, reason } : { kind: 'never', reason };
}

function stepsBack(tree: Tree, item: Item): readonly UndoStep[] {
  const { was, now } = item;
  if (was.image.kind === 'absent') return [place(item, now.path, [now.image, absent])];
  const to = formerPath(item);
  if (!isPresent(item)) {
    return [...foldersBack(tree, item), place(item, to, [absent, was.image])];
  }
  const content = isSameImage(now.image, was.image)
    ? []
    : [place(item, to, [now.image, was.image])];
  if (!tree.isMoved(item)) return content;
  const move: Step = { kind: 'move', from: now.path, to, moved: now.image };
  return [...foldersBack(tree, item), { step: move, item }, ...content];
}

/** The folders above, as far as the chat has deleted them, outermost first. */
function foldersBack(tree: Tree, item: Item): readonly UndoStep[] {
  const folder = item.was.parent;
  if (folder === undefined || isPresent(folder)) return [];
  const image: KeptImage =
    folder.was.image.kind === 'folder' ? folder.was.image : { kind: 'folder', mode: 0o755 };
  const at = formerPath(folder);
  return [...foldersBack(tree, folder), place(folder, at, [absent, image])];
}

function place(
  item: Item,
  where: string,
  [before, after]: readonly [KeptImage, KeptImage],
): UndoStep {
  return { step: { kind: 'place', path: where, before, after }, item };
}
