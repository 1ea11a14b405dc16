import type { UndoReport } from '../../../core/contracts/file-changes';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { PathStates } from '../../../core/ports/file-changes';
import type { ChatChangeState } from '../record/open-chats';
import { liveStepsOf } from '../history/change-history';
import { whyNotRestorable, isImplicitFolder, absent, type FileStep } from '../restore/file-steps';
import { isLive, type CallStep, type TrackedItem } from '../history/tracked-items';
import type { UndidLine } from '../history/record-format';
import { undoItems } from './undo-items';
import { restoreStep } from '../restore/restore';

export interface UndoDeps {
  readonly places: PathStates;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  readonly now: () => number;
  readonly maxFileBytes: number;
  readonly spareName: () => string;
}

/** Created folders are removed with their content. */
export function canBeUndone(one: CallStep): boolean {
  return isLive(one) && !isImplicitFolder(one.step);
}

/** Why the step of a call cannot be undone. */
export function whyStepNotUndoable({ step }: CallStep): string | undefined {
  return step.kind === 'place' ? whyNotRestorable(step.before) : step.moved.notKept;
}

/** Undoes files, each by itself; all of the chat if no ids are given. */
export async function undoFilesOf(
  chat: ChatChangeState,
  changeIds: readonly string[] | undefined,
  { deps, signal }: { readonly deps: UndoDeps; readonly signal: AbortSignal },
): Promise<Result<UndoReport>> {
  const { tree } = chat.history;
  const entries = chat.entries();
  const shownPaths = new Map(entries.shown.map(({ items, file }) => [items[0], file.path]));
  const writes: Promise<void>[] = [];
  const { undone, inUse, left } = await undoItems(entries.itemsOf(changeIds), {
    tree,
    places: deps.places,
    show: deps.show,
    copy: (name) => chat.copy(name),
    signal,
    spareName: deps.spareName,
    onDone: ({ step, item }) => {
      writes.push(chat.append(undidLine(deps, [{ step, of: item.id }], [])));
    },
  });
  const settled = changeIds === undefined ? unchangedItems(chat) : undone;
  const ids = settled.flatMap(liveStepsOf);
  if (ids.length > 0) writes.push(chat.append(undidLine(deps, [], ids)));
  const kept = inUse.flatMap(liveStepsOf);
  if (kept.length > 0) writes.push(chat.append({ is: 'kept', at: deps.now(), steps: kept }));
  await Promise.all(writes);
  await undoFolders(chat, deps);
  await chat.releaseCopies();
  chat.notifyChanged();
  return succeed({ undone: undone.flatMap((item) => shownPaths.get(item) ?? []), left });
}

/** When everything is undone, items created and removed within the chat count as undone too. */
function unchangedItems({ history: { tree } }: ChatChangeState): readonly TrackedItem[] {
  return [...tree.items].filter((item) => !tree.isChanged(item));
}

/** The record of completed steps, and of the call steps that they undo. */
export function undidLine(
  { now }: UndoDeps,
  steps: UndidLine['steps'],
  undone: readonly string[],
): UndidLine {
  return { is: 'undid', at: now(), steps, undone };
}

/** Accepts changes and deletes their copies; all of the chat if no ids are given. */
export async function keepFilesOf(
  chat: ChatChangeState,
  changeIds: readonly string[] | undefined,
  now: () => number,
): Promise<Result<void>> {
  const { history } = chat;
  const steps =
    changeIds === undefined
      ? history.liveSteps().map(({ id }) => id)
      : chat.entries().itemsOf(changeIds).flatMap(liveStepsOf);
  if (steps.length === 0) return succeed(undefined);
  const line = { is: 'kept', at: now(), steps } as const;
  try {
    await chat.write(line);
  } catch (error) {
    chat.report(error);
    const message = 'This could not be saved, so the changes can still be undone.';
    return fail(failure('execution', message, { suggestion: 'Free some space, then try again.' }));
  }
  chat.apply(line);
  await chat.releaseCopies();
  chat.notifyChanged();
  return succeed(undefined);
}

export interface UndoFoldersDeps {
  readonly places: PathStates;
  readonly now: () => number;
}

/**
 * Removes folders created for items that are undone. A folder with other content stays, without a
 * note, and no longer belongs to a call.
 */
export async function undoFolders(chat: ChatChangeState, deps: UndoFoldersDeps): Promise<void> {
  const { tree } = chat.history;
  const steps = chat.history.liveSteps().filter((one) => isImplicitFolder(one.step));
  for (const made of steps.sort(innermostFirst)) {
    const folder = tree.owner(made.id);
    if (folder === undefined || !isSpent(chat, made)) continue;
    // Changes of the chat in this folder may be undone later.
    if (tree.below(folder.now.path).length > 0) continue;
    await removeFolder(chat, { made, folder }, deps);
  }
}

function innermostFirst(one: CallStep, other: CallStep): number {
  return pathOf(other.step).length - pathOf(one.step).length;
}

function pathOf(step: FileStep): string {
  return step.kind === 'place' ? step.path : step.to;
}

/** True if nothing else of its call is left, and something was undone. */
function isSpent({ history }: ChatChangeState, { toolCallId }: CallStep): boolean {
  const others = history.stepsOf(toolCallId).filter(({ step }) => !isImplicitFolder(step));
  return (
    others.every(({ state }) => state !== 'live') && others.some(({ state }) => state === 'undone')
  );
}

async function removeFolder(
  chat: ChatChangeState,
  { made, folder }: { readonly made: CallStep; readonly folder: TrackedItem },
  { places, now }: UndoFoldersDeps,
): Promise<void> {
  const { path, image } = folder.now;
  const undone = [made.id];
  if (image.kind !== 'folder') {
    await chat.append({ is: 'undid', at: now(), steps: [], undone });
    return;
  }
  const step: FileStep = { kind: 'place', path, before: image, after: absent };
  const copy = () => Promise.resolve(undefined);
  // A completed undo is not interrupted.
  const { signal } = new AbortController();
  const reason = await restoreStep(step, { places, copy, signal });
  await chat.append(
    reason === undefined
      ? { is: 'undid', at: now(), steps: [{ step, of: made.id }], undone }
      : { is: 'kept', at: now(), steps: undone },
  );
}
