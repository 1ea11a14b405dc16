import path from 'node:path';
import { say, type Sentence } from '../../../core/base/sentence';
import { uninterrupted } from '../../files/record-change';
import { isBelow, type FileStep, isImplicitFolder } from '../history/file-steps';
import type { PathHistory } from '../history/path-history';
import { liveStepsOf } from '../history/change-history';
import { formerPath, isPresent, type TrackedItem, isLive } from '../history/tracked-items';
import type { UndoReport } from '../../../core/contracts/file-changes';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { ChatChangeState } from '../record/open-chats';
import { planUndo, type PlannedStep, type UndoPlanOptions } from './plan-undo';
import { restoreStep, undoFolders } from './undo-call';

/** Undoes files, each by itself; all of the chat if no ids are given. */
export async function undoFilesOf(
  chat: ChatChangeState,
  changeIds: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Result<UndoReport>> {
  const entries = chat.entries();
  const shownPaths = new Map(entries.shown.map(({ items, file }) => [items[0], file.path]));
  const { undone, inUse, left } = await undoItems(chat, entries.itemsOf(changeIds), signal);
  const { tree } = chat.history;
  // When everything is undone, items created and removed within the chat count as undone too.
  const unchanged = [...tree.items].filter((item) => !tree.isChanged(item));
  const settled = changeIds === undefined ? unchanged : undone;
  const ids = settled.flatMap(liveStepsOf);
  if (ids.length > 0) await chat.append({ is: 'undid', at: chat.now(), steps: [], undone: ids });
  const kept = inUse.flatMap(liveStepsOf);
  if (kept.length > 0) await chat.append({ is: 'kept', at: chat.now(), steps: kept });
  await undoFolders(chat);
  await chat.releaseCopies();
  chat.notifyChanged();
  return succeed({ undone: undone.flatMap((item) => shownPaths.get(item) ?? []), left });
}

/** Accepts changes and deletes their copies; all of the chat if no ids are given. */
export async function keepFilesOf(
  chat: ChatChangeState,
  changeIds: readonly string[] | undefined,
): Promise<Result<void>> {
  const { history } = chat;
  const steps =
    changeIds === undefined
      ? history.liveSteps().map(({ id }) => id)
      : chat.entries().itemsOf(changeIds).flatMap(liveStepsOf);
  if (steps.length === 0) return succeed(undefined);
  const line = { is: 'kept', at: chat.now(), steps } as const;
  try {
    await chat.write(line);
  } catch (error) {
    chat.report(error);
    const message = say`This could not be saved, so the changes can still be undone.`;
    return fail(
      failure('execution', message, { suggestion: say`Free some space, then try again.` }),
    );
  }
  chat.apply(line);
  await chat.releaseCopies();
  chat.notifyChanged();
  return succeed(undefined);
}

interface UndoItemsResult {
  readonly undone: readonly TrackedItem[];
  /** Folders created for a file that contain something else now. */
  readonly inUse: readonly TrackedItem[];
  readonly left: UndoReport['left'];
}

interface Parked {
  readonly item: TrackedItem;
  readonly from: string;
}

/**
 * Restores items, each by itself; reports those that cannot be restored and leaves them alone.
 * Repeats until nothing more can be done, because one item may block another.
 */
async function undoItems(
  chat: ChatChangeState,
  items: readonly TrackedItem[],
  signal: AbortSignal,
): Promise<UndoItemsResult> {
  const { tree } = chat.history;
  const { show, ids } = chat.deps;
  const names = new Map(items.map((item) => [item, pathOf(item)]));
  const pending = new Set([...items].sort((one, other) => rank(one) - rank(other)));
  const undone: TrackedItem[] = [];
  const left: { path: string; reason: Sentence }[] = [];
  const inUse: TrackedItem[] = [];
  const parked: Parked[] = [];

  function leave(item: TrackedItem, reason: Sentence): void {
    pending.delete(item);
    if (isOnlyImplicit(item) && !signal.aborted) inUse.push(item);
    else left.push({ path: names.get(item) ?? pathOf(item), reason });
  }

  async function attempt(item: TrackedItem): Promise<boolean> {
    const way = planUndo(tree, item, { pending, show });
    if (way.kind === 'wait') return false;
    const reason = way.kind === 'never' ? way.reason : await takeSteps(chat, way.steps, signal);
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
    await takeSteps(chat, [parkStep(next, ids.uuid())], signal);
  }
  await unpark(chat, parked, pending);
  for (const item of pending) leave(item, reasonLeft(tree, item, { pending, show, signal }));
  return { undone, inUse, left };
}

/** True for a folder created only for a file. */
function isOnlyImplicit({ was, steps }: TrackedItem): boolean {
  return (
    was.image.kind === 'absent' && steps.filter(isLive).every(({ step }) => isImplicitFolder(step))
  );
}

/** Returns why a step was not done; the steps before it are done. */
async function takeSteps(
  chat: ChatChangeState,
  steps: readonly PlannedStep[],
  signal: AbortSignal,
): Promise<Sentence | undefined> {
  for (const { step, item } of steps) {
    const reason = await restoreStep(chat, step, signal);
    if (reason !== undefined) return reason;
    await chat.append({ is: 'undid', at: chat.now(), steps: [{ step, of: item.id }], undone: [] });
  }
  return undefined;
}

function reasonLeft(
  tree: PathHistory,
  item: TrackedItem,
  { pending, show, signal }: UndoPlanOptions & { readonly signal: AbortSignal },
): Sentence {
  if (signal.aborted) return say`The undo was stopped before this change.`;
  const way = planUndo(tree, item, { pending, show });
  return way.kind === 'ready' ? say`Another change depends on it.` : way.reason;
}

/** Items in a cycle, such as two files that swapped places: one is moved aside. */
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

function parkStep(item: TrackedItem, id: string): PlannedStep {
  const to = path.join(path.dirname(formerPath(item)), `.gatehouse-undo-${id}`);
  const step: FileStep = { kind: 'move', from: item.now.path, to, moved: item.now.image };
  return { step, item };
}

/** An item moved aside that could not be restored returns to where the undo found it. */
async function unpark(
  chat: ChatChangeState,
  parked: readonly Parked[],
  pending: ReadonlySet<TrackedItem>,
): Promise<void> {
  for (const { item, from } of [...parked].reverse()) {
    const at = item.now.path;
    if (!pending.has(item) || at === from || !isPresent(item)) continue;
    // Stopping must not leave a file under a temporary name.
    const step: FileStep = { kind: 'move', from: at, to: from, moved: item.now.image };
    await takeSteps(chat, [{ step, item }], uninterrupted());
  }
}

function pathOf(item: TrackedItem): string {
  return isPresent(item) ? item.now.path : formerPath(item);
}

/** Created items are removed first, innermost first; deleted items are restored outermost first. */
function rank(item: TrackedItem): number {
  const depth = pathOf(item).split(path.sep).length;
  return item.was.image.kind === 'absent' ? -depth : depth;
}
