import path from 'node:path';
import type { UndoReport } from '../../core/contracts/file-changes';
import { formerPath, isLive, isPresent, type TrackedItem } from './known-items';
import { restoreStep, type UndoContext } from './put-back';
import { isBelow, isImplicitFolder, type FileStep } from './steps';
import type { PathHistory } from './tree';
import { planUndo, type UndoPlanOptions, type PlannedStep } from './way-back';

export interface UndoItemsOptions extends UndoContext {
  readonly tree: PathHistory;
  /** A file name that nobody else uses. */
  readonly spareName: () => string;
  /** Called after each step that is done; tells the tree of it. */
  readonly onDone: (done: PlannedStep) => void;
}

export interface UndoItemsResult {
  readonly undone: readonly TrackedItem[];
  /** Folders that were made for a file, and hold something else now. */
  readonly inUse: readonly TrackedItem[];
  readonly left: UndoReport['left'];
}

interface Parked {
  readonly item: TrackedItem;
  readonly from: string;
}

/**
 * Brings things back to where and what they were, each by itself: what cannot be brought back is
 * left as it is and told. Goes from thing to thing until nothing more can be done, since one may
 * stand in the way of another.
 */
export async function undoItems(items: readonly TrackedItem[], undo: UndoItemsOptions): Promise<UndoItemsResult> {
  const { tree, show, signal } = undo;
  const names = new Map(items.map((item) => [item, pathOf(item)]));
  const pending = new Set([...items].sort((one, other) => rank(one) - rank(other)));
  const undone: TrackedItem[] = [];
  const left: { path: string; reason: string }[] = [];
  const inUse: TrackedItem[] = [];
  const parked: Parked[] = [];

  function leave(item: TrackedItem, reason: string): void {
    pending.delete(item);
    if (isOnlyImplicit(item) && !signal.aborted) inUse.push(item);
    else left.push({ path: names.get(item) ?? pathOf(item), reason });
  }

  async function attempt(item: TrackedItem): Promise<boolean> {
    const way = planUndo(tree, item, { pending, show });
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
  await unpark(parked, pending, undo);
  for (const item of pending) leave(item, reasonLeft(tree, item, { pending, show, signal }));
  return { undone, inUse, left };
}

/** Nobody asked for this folder: it came with a file. */
function isOnlyImplicit({ was, steps }: TrackedItem): boolean {
  return was.image.kind === 'absent' && steps.filter(isLive).every(({ step }) => isImplicitFolder(step));
}

/** Answers why a step was not done; those before it are. */
async function takeSteps(steps: readonly PlannedStep[], undo: UndoItemsOptions): Promise<string | undefined> {
  for (const one of steps) {
    const reason = await restoreStep(one.step, undo);
    if (reason !== undefined) return reason;
    undo.onDone(one);
  }
  return undefined;
}

function reasonLeft(
  tree: PathHistory,
  item: TrackedItem,
  { pending, show, signal }: UndoPlanOptions & { readonly signal: AbortSignal },
): string {
  if (signal.aborted) return 'It was stopped before.';
  const way = planUndo(tree, item, { pending, show });
  return way.kind === 'ready' ? 'It was in the way of another.' : way.reason;
}

/** Things in a circle, such as two files that changed places: one of them is set aside. */
function findParkable(
  tree: PathHistory,
  { pending, show }: UndoPlanOptions,
  parked: readonly Parked[],
): TrackedItem | undefined {
  for (const first of pending) {
    const chain = new Set<TrackedItem>();
    for (let item: TrackedItem | undefined = first; item !== undefined && !chain.has(item);) {
      chain.add(item);
      const way = planUndo(tree, item, { pending, show });
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

function parkStep(item: TrackedItem, name: string): PlannedStep {
  const to = path.join(path.dirname(formerPath(item)), `.${name}`);
  const step: FileStep = { kind: 'move', from: item.now.path, to, moved: item.now.image };
  return { step, item };
}

/** What was set aside and did not get home goes back to where the undo found it. */
async function unpark(
  parked: readonly Parked[],
  pending: ReadonlySet<TrackedItem>,
  undo: UndoItemsOptions,
): Promise<void> {
  for (const { item, from } of [...parked].reverse()) {
    const at = item.now.path;
    if (!pending.has(item) || at === from || !isPresent(item)) continue;
    // Stopping an undo must not leave a file under a name of ours.
    const unstopped = { ...undo, signal: new AbortController().signal };
    const step: FileStep = { kind: 'move', from: at, to: from, moved: item.now.image };
    await takeSteps([{ step, item }], unstopped);
  }
}

function pathOf(item: TrackedItem): string {
  return isPresent(item) ? item.now.path : formerPath(item);
}

/** What the chat has made goes first, from the inside out; what it deleted comes from the outside in. */
function rank(item: TrackedItem): number {
  const depth = pathOf(item).split(path.sep).length;
  return item.was.image.kind === 'absent' ? -depth : depth;
}
