import path from 'node:path';
import { inEnglish, say, type Sentence } from '../../../core/base/sentence';
import { errnoFailure } from '../../files/errno-failure';
import { isSamePathState } from '../../files/path-state';
import { uninterrupted } from '../../files/record-change';
import type { CallUndone, UndoFailure } from '../../../core/contracts/file-changes';
import { failure, fail, saidOf, succeed, type Result } from '../../../core/contracts/failure';
import type { PathStates } from '../../../core/ports/file-changes';
import { stampOf } from '../../files/scan-file';
import type { ChatChangeState } from '../record/open-chats';
import {
  absent,
  foundBy,
  inOrder,
  inverseOf,
  isImplicitFolder,
  leftBy,
  pathsOf,
  stateOnly,
  type FileImage,
  type FileStep,
  type MoveStep,
} from '../history/file-steps';
import {
  canBeUndone,
  whyStepNotUndoable,
  type CallStep,
  type TrackedItem,
} from '../history/tracked-items';
import { findCallObstacle, stateAt, type InverseStep } from './plan-undo';

/**
 * Undoes one call, a command's too, in two phases, completely or not at all (000-transaction-3):
 * first every path is checked, then one step is done after the other. If one fails, the completed
 * ones are reversed, last first; one that cannot be reversed remains done and is reported. After a
 * crash in the middle, the same undo continues.
 */
export async function undoCallOf(
  chat: ChatChangeState,
  toolCallId: string,
  signal: AbortSignal,
): Promise<Result<CallUndone, UndoFailure>> {
  const { history, deps } = chat;
  const callSteps = history.stepsOf(toolCallId).filter(canBeUndone);
  const refusal = whyNotUndone(chat, toolCallId, callSteps);
  if (refusal !== undefined) return fail(failure('execution', refusal));
  const steps = inverseSteps(callSteps);
  const obstacle = await findCallObstacle(history, { steps, callSteps }, { ...deps, signal });
  if (obstacle !== undefined) return fail(failure('execution', obstacle, { suggestion }));
  const { done, problem } = await restoreAll(chat, steps, signal);
  const undone = problem === undefined ? callSteps.map(({ id }) => id) : [];
  if (done.length > 0) await chat.append({ is: 'undid', at: chat.now(), steps: done, undone });
  if (problem === undefined) await undoFolders(chat);
  await chat.releaseCopies();
  chat.notifyChanged();
  if (problem !== undefined) return fail(notUndone(problem, done, deps.show));
  const paths = new Set(done.flatMap(({ step }) => pathsOf(step).slice(-1)));
  return succeed({ undone: [...paths], left: [], ...reportOf(callSteps.map(({ step }) => step)) });
}

function whyNotUndone(
  { history, deps: { show } }: ChatChangeState,
  toolCallId: string,
  callSteps: readonly CallStep[],
): Sentence | undefined {
  const isOpen = [...history.open.values()].some((begun) => begun.toolCallId === toolCallId);
  if (isOpen) return say`The call is still changing files. Wait until it has ended.`;
  if (callSteps.length === 0) return say`This call has nothing left to undo.`;
  for (const one of callSteps) {
    const why = whyStepNotUndoable(one);
    const [place = ''] = pathsOf(one.step);
    if (why !== undefined) {
      return say`${show(place)} cannot be restored: ${why}. Nothing was undone.`;
    }
  }
  return undefined;
}

/** In the order of an undo; folders get permissions that lock them when their content is back. */
function inverseSteps(callSteps: readonly CallStep[]): readonly InverseStep[] {
  const orders = [...new Set(callSteps.map(({ order }) => order))].reverse();
  const locks: InverseStep[] = [];
  const steps = orders.flatMap((order) => {
    const ofChange = callSteps.filter((one) => one.order === order).reverse();
    const back = ofChange.map(({ step, id }) => ({ step: inverseOf(step), of: id }));
    return inOrder(back, ({ step }) => step);
  });
  const unlocked = steps.map(({ step, of }): InverseStep => {
    const isOpen = step.kind === 'move' || step.after.kind !== 'folder';
    if (isOpen || (step.after.mode & ownerOnly) === ownerOnly) return { step, of };
    const after: FileImage = { ...step.after, mode: step.after.mode | ownerOnly };
    locks.unshift({ step: { ...step, before: after }, of });
    return { step: { ...step, after }, of };
  });
  return [...unlocked, ...locks];
}

const ownerOnly = 0o700;
const suggestion = say`Open the file and revert unwanted changes manually.`;

function notUndone(
  problem: Sentence,
  done: readonly InverseStep[],
  show: (path: string) => string,
): UndoFailure {
  const places = new Set(done.flatMap(({ step }) => pathsOf(step)));
  if (places.size === 0) {
    return failure('execution', say`${problem} Nothing was undone.`, { suggestion });
  }
  const names = [...places].map(show).join(', ');
  const text = say`${problem} These items were already undone and remain so: ${names}.`;
  return { ...failure('execution', text, { suggestion }), isPartial: true };
}

/** Folders are listed by what is in them. */
function reportOf(steps: readonly FileStep[]): Pick<CallUndone, 'restored' | 'removed'> {
  const holders = (stateOf: (step: FileStep) => FileImage): ReadonlySet<string> =>
    new Set(
      steps.flatMap((step) =>
        stateOf(step).kind === 'absent' ? [] : pathsOf(step).map((at) => path.dirname(at)),
      ),
    );
  const [heldBefore, heldAfter] = [holders(foundBy), holders(leftBy)];
  const restored = steps.filter((step) => {
    const at = foundBy(step);
    const isHolder = at.kind === 'folder' && heldBefore.has(pathsOf(step)[0] ?? '');
    return at.kind !== 'absent' && (!isHolder || leftBy(step).kind === 'folder');
  });
  const isRestored = new Set(restored);
  const removed = steps.filter((step) => {
    const left = leftBy(step);
    const isHolder = left.kind === 'folder' && heldAfter.has(pathsOf(step).at(-1) ?? '');
    return left.kind !== 'absent' && !isHolder && (step.kind === 'move' || !isRestored.has(step));
  });
  return {
    restored: restored.flatMap((step) => pathsOf(step).slice(0, 1)),
    removed: removed.flatMap((step) => pathsOf(step).slice(-1)),
  };
}

/** `done`: the steps that were done and not reversed. */
async function restoreAll(
  chat: ChatChangeState,
  steps: readonly InverseStep[],
  signal: AbortSignal,
): Promise<{ readonly done: readonly InverseStep[]; readonly problem: Sentence | undefined }> {
  const done: { readonly back: InverseStep; readonly found: FileImage | undefined }[] = [];
  for (const back of steps) {
    // After the last step nothing can fail, so it needs no backup.
    const found = back === steps.at(-1) ? undefined : await backUp(chat, back.step, signal);
    const reason = signal.aborted
      ? say`The undo was stopped.`
      : await attempt(chat, back.step, signal);
    if (reason === undefined) {
      done.push({ back, found });
      continue;
    }
    const stuck: InverseStep[] = [];
    for (const each of done.reverse()) {
      const left = await redo(chat, each.back.step, each.found).catch(() => changedSince);
      if (left !== undefined) stuck.unshift(each.back);
    }
    const where = chat.deps.show(pathsOf(back.step)[0] ?? '');
    const isWhole = inEnglish(reason).endsWith('.');
    const problem = isWhole ? say`${where}: ${reason}` : say`${where}: ${reason}.`;
    return { done: stuck, problem };
  }
  return { done: done.map(({ back }) => back), problem: undefined };
}

/** A disk that fails is a reason like any other. */
async function attempt(
  chat: ChatChangeState,
  step: FileStep,
  signal: AbortSignal,
): Promise<Sentence | undefined> {
  try {
    return await restoreStep(chat, step, signal);
  } catch (error) {
    chat.report(error);
    return saidOf(errnoFailure(error, say`the copies of changed files`));
  }
}

/** The state before a step, with a copy of the content if there is room for one. */
async function backUp(
  chat: ChatChangeState,
  step: FileStep,
  signal: AbortSignal,
): Promise<FileImage | undefined> {
  if (step.kind === 'move') return undefined;
  const { deps, limits, record } = chat;
  const found = await deps.places.image(step.path, { maxBytes: limits.maxFileBytes, signal });
  if (!found.ok) return undefined;
  const image = stateOnly(found.value);
  const bytes = found.value.kind === 'file' ? found.value.bytes : undefined;
  if (image.kind !== 'file' || bytes === undefined || record === undefined) return image;
  if (record.copies.size() + bytes.length > limits.maxBytes) return image;
  const copy = stampOf(bytes);
  try {
    await record.copies.save(new Map([[copy, bytes]]), () => Promise.resolve());
    return { ...image, copy };
  } catch (error) {
    // The undo continues; if a later step fails, it reports what could not be reversed.
    chat.report(error);
    return image;
  }
}

/** Reverses a completed step of an undo. Stopping must not leave a half-reversed undo. */
async function redo(
  chat: ChatChangeState,
  step: FileStep,
  found: FileImage | undefined,
): Promise<Sentence | undefined> {
  const signal = uninterrupted();
  if (step.kind === 'move') return restoreStep(chat, inverseOf(step), signal);
  if (found === undefined) return changedSince;
  return restoreStep(chat, { ...step, before: step.after, after: found }, signal);
}

const changedSince = say`It has changed since.`;
const damaged = say`The copy of the previous content is missing or damaged.`;

/**
 * Performs a step of an undo. Returns the reason if it was not done; undefined if the wanted state
 * exists, even if it existed before.
 */
export async function restoreStep(
  chat: ChatChangeState,
  step: FileStep,
  signal: AbortSignal,
): Promise<Sentence | undefined> {
  const { places } = chat.deps;
  if (step.kind === 'move') return restoreMove(step, places, signal);
  const { path: place, after } = step;
  const expect = stateOnly(step.before);
  const bytes =
    after.kind === 'file' && after.copy !== undefined ? await chat.copy(after.copy) : undefined;
  if (after.kind === 'file' && bytes === undefined) return damaged;
  const image = { ...stateOnly(after), ...(bytes && { bytes }) };
  const done = await places.putBack(place, image, { expect, signal });
  if (done.ok) return undefined;
  const found = await stateAt(place, { places, signal });
  if (!found.ok || isSamePathState(found.value, expect)) return saidOf(done.failure);
  return isSamePathState(found.value, image) ? undefined : changedSince;
}

async function restoreMove(
  { from, to, moved }: MoveStep,
  places: PathStates,
  signal: AbortSignal,
): Promise<Sentence | undefined> {
  const found = await places.image(from, { signal });
  if (!found.ok) return saidOf(found.failure);
  if (!isSamePathState(found.value, moved)) {
    const target = await places.image(to, { signal });
    const isThere =
      found.value.kind === 'absent' && target.ok && isSamePathState(target.value, moved);
    return isThere ? undefined : changedSince;
  }
  const done = await places.moveBack(from, to, { signal });
  return done.ok ? undefined : saidOf(done.failure);
}

/**
 * Removes folders created for items that are undone. A folder with other content stays, without a
 * note, and no longer belongs to a call.
 */
export async function undoFolders(chat: ChatChangeState): Promise<void> {
  const { tree } = chat.history;
  const steps = chat.history.liveSteps().filter((one) => isImplicitFolder(one.step));
  for (const made of steps.sort(innermostFirst)) {
    const folder = tree.owner(made.id);
    if (folder === undefined || !isSpent(chat, made)) continue;
    // Changes of the chat in this folder may be undone later.
    if (tree.below(folder.now.path).length > 0) continue;
    await removeFolder(chat, made.id, folder.now);
  }
}

function innermostFirst(one: CallStep, other: CallStep): number {
  return (pathsOf(other.step).at(-1) ?? '').length - (pathsOf(one.step).at(-1) ?? '').length;
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
  id: string,
  { path: place, image }: TrackedItem['now'],
): Promise<void> {
  const line = { is: 'undid', at: chat.now(), undone: [id] } as const;
  if (image.kind !== 'folder') return chat.append({ ...line, steps: [] });
  const step: FileStep = { kind: 'place', path: place, before: image, after: absent };
  // A completed undo is not interrupted.
  const reason = await restoreStep(chat, step, uninterrupted());
  return chat.append(
    reason === undefined
      ? { ...line, steps: [{ step, of: id }] }
      : { is: 'kept', at: chat.now(), steps: [id] },
  );
}
