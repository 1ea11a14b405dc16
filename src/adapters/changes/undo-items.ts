import path from 'node:path';
import type { UndoReport } from '../../core/contracts/file-changes';
import { formerPath, isLive, isPresent, type Item } from './known-items';
import { putBack, type UndoWorld } from './put-back';
import { isBelow, isOnTheWay, type Step } from './steps';
import type { Tree } from './tree';
import { wayBack, type UndoneWith, type UndoStep } from './way-back';

export interface UndoItems extends UndoWorld {
  readonly tree: Tree;
  /** A file name that nobody else uses. */
  readonly spareName: () => string;
  /** Called after each step that is done; tells the tree of it. */
  readonly onDone: (done: UndoStep) => void;
}

export interface UndoneItems {
  readonly undone: readonly Item[];
  /** Folders that were made for a file, and hold something else now. */
  readonly inUse: readonly Item[];
  readonly left: UndoReport['left'];
}

interface Parked {
  readonly item: Item;
  readonly from: string;
}

/**
 * Brings things back to where and what they were, each by itself: what cannot be brought back is
 * left as it is and told. Goes from thing to thing until nothing more can be done, since one may
 * stand in the way of another.
 */
export async function undoItems(items: readonly Item[], undo: UndoItems): Promise<UndoneItems> {
  const { tree, show, signal } = undo;
  const names = new Map(items.map((item) => [item, pathOf(item)]));
  const pending = new Set([...items].sort((one, other) => rank(one) - rank(other)));
  const undone: Item[] = [];
  const left: { path: string; reason: string }[] = [];
  const inUse: Item[] = [];
  const parked: Parked[] = [];

  function leave(item: Item, reason: string): void {
    pending.delete(item);
    if (isMadeOnTheWay(item) && !signal.aborted) inUse.push(item);
    else left.push({ path: names.get(item) ?? pathOf(item), reason });
  }

  async function attempt(item: Item): Promise<boolean> {
    const way = wayBack(tree, item, { pending, show });
    if (way.kind === 'wait') return false;
    const reason = way.kind === 'never' ? way.reason : await takeSteps(way.steps, undo);
    if (reason !== undefined) leave(item, reason);
    return true;
  }

  async function pass(): Promise<boolean> {
    let hasMoved = false;
    for (const item of pending) {
      if (signal.aborted) return false;
      if (await attempt(item)) hasMoved = true;
      if (tree.isChanged(item) || !pending.delete(item)) continue;
      undone.push(item);
      hasMoved = true;
    }
    return hasMoved;
  }

  while (pending.size > 0) {
    if (await pass()) continue;
    const next = signal.aborted ? undefined : findParkable(tree, { pending, show }, parked);
    if (next === undefined) break;
    parked.push({ item: next, from: next.now.path });
    await takeSteps([parkStep(next, undo.spareName())], undo);
  }
  await bringBack(parked, pending, undo);
  for (const item of pending) leave(item, reasonLeft(tree, item, { pending, show, signal }));
  return { undone, inUse, left };
}

/** Nobody asked for this folder: it came with a file. */
function isMadeOnTheWay({ was, steps }: Item): boolean {
  return was.image.kind === 'absent' && steps.filter(isLive).every(({ step }) => isOnTheWay(step));
}

/** Answers why a step was not done; those before it are. */
async function takeSteps(steps: readonly UndoStep[], undo: UndoItems): Promise<string | undefined> {
  for (const one of steps) {
    const reason = await putBack(one.step, undo);
    if (reason !== undefined) return reason;
    undo.onDone(one);
  }
  return undefined;
}

function reasonLeft(
  tree: Tree,
  item: Item,
  { pending, show, signal }: UndoneWith & { readonly signal: AbortSignal },
): string {
  if (signal.aborted) return 'It was stopped before.';
  const way = wayBack(tree, item, { pending, show });
  return way.kind === 'ready' ? 'It was in the way of another.' : way.reason;
}

/** Things in a circle, such as two files that changed places: one of them is set aside. */
function findParkable(
  tree: Tree,
  { pending, show }: UndoneWith,
  parked: readonly Parked[],
): Item | undefined {
  for (const first of pending) {
    const chain = new Set<Item>();
    for (let item: Item | undefined = first; item !== undefined && !chain.has(item);) {
      chain.add(item);
      const way = wayBack(tree, item, { pending, show });
      item = way.kind === 'wait' ? way.on : undefined;
    }
    const found = [...chain].find(
      (item) =>
        tree.isMoved(item) &&
        tree.at(formerPath(item)) !== undefined &&
        !isBelow(item.now.path, formerPath(item)) &&
        !parked.some((one) => one.item === item),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function parkStep(item: Item, name: string): UndoStep {
  const to = path.join(path.dirname(formerPath(item)), `.${name}`);
  const step: Step = { kind: 'move', from: item.now.path, to, moved: item.now.image };
  return { step, item };
}

/** What was set aside and did not get home goes back to where the undo found it. */
async function bringBack(
  parked: readonly Parked[],
  pending: ReadonlySet<Item>,
  undo: UndoItems,
): Promise<void> {
  for (const { item, from } of [...parked].reverse()) {
    const at = item.now.path;
    if (!pending.has(item) || at === from || !isPresent(item)) continue;
    // Stopping an undo must not leave a file under a name of ours.
    const unstopped = { ...undo, signal: new AbortController().signal };
    const step: Step = { kind: 'move', from: at, to: from, moved: item.now.image };
    await takeSteps([{ step, item }], unstopped);
  }
}

function pathOf(item: Item): string {
  return isPresent(item) ? item.now.path : formerPath(item);
}

/** What the chat has made goes first, from the inside out; what it deleted comes from the outside in. */
function rank(item: Item): number {
  const depth = pathOf(item).split(path.sep).length;
  return item.was.image.kind === 'absent' ? -depth : depth;
}
