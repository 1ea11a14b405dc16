import type { UndoReport } from '../../core/contracts/file-changes';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Places } from '../../core/ports/file-changes';
import type { ChatState } from './chat-state';
import { nameOfCopy } from './copies';
import { liveStepsOf } from './history';
import { whyNotKept } from './kept-image';
import { isLive, type CallStep, type Item } from './known-items';
import type { UndidLine } from './record-lines';
import { isOnTheWay, placesOf } from './steps';
import { undoCall, type StepBack } from './undo-call';
import { undoFolders } from './undo-folders';
import { undoItems } from './undo-items';

export interface UndoDeps {
  readonly places: Places;
  /** A path as people know it. */
  readonly show: (path: string) => string;
  readonly now: () => number;
  readonly maxFileBytes: number;
  readonly spareName: () => string;
}

/** Undoes what one call did, all of it or nothing. */
export async function undoCallOf(
  chat: ChatState,
  toolCallId: string,
  { deps, signal }: { readonly deps: UndoDeps; readonly signal: AbortSignal },
): Promise<Result<UndoReport>> {
  const { history } = chat;
  const steps = history.stepsOf(toolCallId).filter(canBeUndone);
  const refusal = whyNotUndone(chat, toolCallId, { steps, show: deps.show });
  if (refusal !== undefined) return fail(failure('execution', refusal));
  const ids = steps.map(({ id }) => id);
  const { held, result } = await undoCall(steps, {
    places: deps.places,
    show: deps.show,
    copy: (name) => chat.copy(name),
    signal,
    maxFileBytes: deps.maxFileBytes,
    others: history.liveSteps().filter((one) => one.toolCallId !== toolCallId && canBeUndone(one)),
    setAside: (bytes) => setAside(chat, bytes),
  });
  const done = result.ok ? result.value : held;
  if (done.length > 0) await chat.note(undidLine(deps, done, result.ok ? ids : []));
  if (result.ok) await undoFolders(chat, deps);
  await chat.releaseCopies();
  chat.changed();
  if (!result.ok) return result;
  const undone = [...new Set(result.value.flatMap(({ step }) => placesOf(step).slice(-1)))];
  return succeed({ undone, left: [] });
}

function whyNotUndone(
  { history }: ChatState,
  toolCallId: string,
  { steps, show }: { readonly steps: readonly CallStep[] } & Pick<UndoDeps, 'show'>,
): string | undefined {
  const isOpen = [...history.open.values()].some((begun) => begun.toolCallId === toolCallId);
  if (isOpen) return 'The call is still changing files. Wait until it has ended.';
  if (steps.length === 0) return 'There is nothing of this call left to undo.';
  const lost = steps.find((step) => whyNoWayBackOf(step) !== undefined);
  if (lost === undefined) return undefined;
  const [place = ''] = placesOf(lost.step);
  return `${show(place)} cannot be brought back: ${whyNoWayBackOf(lost) ?? ''}. Nothing was undone.`;
}

/** Folders that were made on the way follow what was put into them. */
export function canBeUndone(one: CallStep): boolean {
  return isLive(one) && !isOnTheWay(one.step);
}

/** Why the step of a call cannot be undone. */
export function whyNoWayBackOf({ step }: CallStep): string | undefined {
  return step.kind === 'place' ? whyNotKept(step.before) : step.moved.notKept;
}

async function setAside(chat: ChatState, bytes: Uint8Array): Promise<string | undefined> {
  const name = nameOfCopy(bytes);
  try {
    if (chat.record === undefined) return undefined;
    await chat.record.copies.keep(new Map([[name, bytes]]));
    return name;
  } catch (error) {
    // The undo goes on; should a later step fail, it says what could not be taken back.
    chat.report(error);
    return undefined;
  }
}

/** Undoes files, each by itself; without ids all of the chat. */
export async function undoFilesOf(
  chat: ChatState,
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
      writes.push(chat.note(undidLine(deps, [{ step, of: item.id }], [])));
    },
  });
  const settled = changeIds === undefined ? unchangedItems(chat) : undone;
  const ids = settled.flatMap(liveStepsOf);
  if (ids.length > 0) writes.push(chat.note(undidLine(deps, [], ids)));
  const kept = inUse.flatMap(liveStepsOf);
  if (kept.length > 0) writes.push(chat.note({ is: 'kept', at: deps.now(), steps: kept }));
  await Promise.all(writes);
  await undoFolders(chat, deps);
  await chat.releaseCopies();
  chat.changed();
  return succeed({ undone: undone.flatMap((item) => shownPaths.get(item) ?? []), left });
}

/** What came and went in the chat leaves nothing to undo either, when everything is undone. */
function unchangedItems({ history: { tree } }: ChatState): readonly Item[] {
  return [...tree.items].filter((item) => !tree.isChanged(item));
}

function undidLine(
  { now }: UndoDeps,
  steps: readonly StepBack[],
  undone: readonly string[],
): UndidLine {
  return { is: 'undid', at: now(), steps, undone };
}

/** Accepts changes: their copies are deleted. Without ids all of the chat. */
export async function keepFilesOf(
  chat: ChatState,
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
    const message = 'The disk did not take it down, so the changes can still be undone.';
    return fail(failure('execution', message, { suggestion: 'Free some space, then try again.' }));
  }
  chat.tell(line);
  await chat.releaseCopies();
  chat.changed();
  return succeed(undefined);
}
