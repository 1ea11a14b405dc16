import path from 'node:path';
import { errnoFailure } from '../../files/errno-failure';
import { isSamePathState } from '../../files/path-state';
import type { CallUndone, PathState, UndoFailure } from '../../../core/contracts/file-changes';
import { failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { PathStates } from '../../../core/ports/file-changes';
import { copyName } from '../record/file-copies';
import type { ChatChangeState } from '../record/open-chats';
import type { CopyLimits } from '../record/plan-copies';
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

export interface UndoDeps {
  readonly places: PathStates;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  readonly now: () => number;
  readonly limits: CopyLimits;
  readonly spareName: () => string;
}

/** Dependencies of a single undo step. */
export interface RestoreContext {
  readonly places: PathStates;
  /** Reads a copy by name; undefined if it is missing or damaged. */
  readonly copy: (name: string) => Promise<Uint8Array | undefined>;
  readonly signal: AbortSignal;
}

/**
 * Undoes one call, a command's too, in two phases, completely or not at all (000-transaction-3):
 * first every path is checked, then one step is done after the other. If one fails, the completed
 * ones are reversed, last first; one that cannot be reversed remains done and is reported. After a
 * crash in the middle, the same undo continues.
 */
export async function undoCallOf(
  chat: ChatChangeState,
  toolCallId: string,
  { deps, signal }: { readonly deps: UndoDeps; readonly signal: AbortSignal },
): Promise<Result<CallUndone, UndoFailure>> {
  const { history } = chat;
  const callSteps = history.stepsOf(toolCallId).filter(canBeUndone);
  const refusal = whyNotUndone(chat, toolCallId, { callSteps, show: deps.show });
  if (refusal !== undefined) return fail(failure('execution', refusal));
  const steps = inverseSteps(callSteps);
  const world = { places: deps.places, copy: (name: string) => chat.copy(name), signal };
  const obstacle = await findCallObstacle(history, { steps, callSteps }, { ...world, ...deps });
  if (obstacle !== undefined) return fail(failure('execution', obstacle, { suggestion }));
  const { done, problem } = await restoreAll(chat, steps, { ...deps, ...world });
  const undone = problem === undefined ? callSteps.map(({ id }) => id) : [];
  if (done.length > 0) await chat.append({ is: 'undid', at: deps.now(), steps: done, undone });
  if (problem === undefined) await undoFolders(chat, deps);
  await chat.releaseCopies();
  chat.notifyChanged();
  if (problem !== undefined) return fail(notUndone(problem, done, deps));
  const paths = new Set(done.flatMap(({ step }) => pathsOf(step).slice(-1)));
  return succeed({ undone: [...paths], left: [], ...reportOf(callSteps.map(({ step }) => step)) });
}

function whyNotUndone(
  { history }: ChatChangeState,
  toolCallId: string,
  { callSteps, show }: { readonly callSteps: readonly CallStep[] } & Pick<UndoDeps, 'show'>,
): string | undefined {
  const isOpen = [...history.open.values()].some((begun) => begun.toolCallId === toolCallId);
  if (isOpen) return 'The call is still changing files. Wait until it has ended.';
  if (callSteps.length === 0) return 'This call has nothing left to undo.';
  const lost = callSteps.find((step) => whyStepNotUndoable(step) !== undefined);
  if (lost === undefined) return undefined;
  const [place = ''] = pathsOf(lost.step);
  return `${show(place)} cannot be restored: ${whyStepNotUndoable(lost) ?? ''}. Nothing was undone.`;
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
const suggestion = 'Open the file and revert unwanted changes manually.';

function notUndone(
  problem: string,
  done: readonly InverseStep[],
  { show }: Pick<UndoDeps, 'show'>,
): UndoFailure {
  const places = new Set(done.flatMap(({ step }) => pathsOf(step)));
  if (places.size === 0) {
    return failure('execution', `${problem} Nothing was undone.`, { suggestion });
  }
  const names = [...places].map(show).join(', ');
  const text = `${problem} These items were already undone and remain so: ${names}.`;
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

type RestoreAllContext = RestoreContext & Pick<UndoDeps, 'show' | 'limits'>;

/** The state before a step; the content of a file is backed up under the name of its copy. */
interface Backup {
  readonly image: PathState;
  readonly copy: string | undefined;
}

/** `done`: the steps that were done and not reversed. */
async function restoreAll(
  chat: ChatChangeState,
  steps: readonly InverseStep[],
  undo: RestoreAllContext,
): Promise<{ readonly done: readonly InverseStep[]; readonly problem: string | undefined }> {
  const done: { readonly back: InverseStep; readonly aside: Backup | undefined }[] = [];
  for (const back of steps) {
    // After the last step nothing can fail, so it needs no backup.
    const aside = back === steps.at(-1) ? undefined : await backUp(chat, back.step, undo);
    const reason = undo.signal.aborted
      ? 'The undo was stopped.'
      : await attempt(chat, back.step, undo);
    if (reason === undefined) {
      done.push({ back, aside });
      continue;
    }
    // Stopping must not leave a half-reversed undo.
    const unstopped = { ...undo, signal: new AbortController().signal };
    const stuck: InverseStep[] = [];
    for (const each of done.reverse()) {
      const left = await redo(each.back.step, each.aside, unstopped).catch(() => changedSince);
      if (left !== undefined) stuck.unshift(each.back);
    }
    const where = undo.show(pathsOf(back.step)[0] ?? '');
    return { done: stuck, problem: `${where}: ${reason.replace(/\.$/, '')}.` };
  }
  return { done: done.map(({ back }) => back), problem: undefined };
}

/** A disk that fails is a reason like any other. */
async function attempt(
  chat: ChatChangeState,
  step: FileStep,
  undo: RestoreContext,
): Promise<string | undefined> {
  try {
    return await restoreStep(step, undo);
  } catch (error) {
    chat.report(error);
    return errnoFailure(error, 'the copies of changed files').message;
  }
}

async function backUp(
  chat: ChatChangeState,
  step: FileStep,
  { places, signal, limits: { maxFileBytes, maxBytes } }: RestoreAllContext,
): Promise<Backup | undefined> {
  if (step.kind === 'move') return undefined;
  const found = await places.image(step.path, { maxBytes: maxFileBytes, signal });
  if (!found.ok) return undefined;
  if (found.value.kind !== 'file') return { image: found.value, copy: undefined };
  const { bytes, ...image } = found.value;
  const copies = chat.record?.copies;
  if (bytes === undefined || copies === undefined || copies.size() + bytes.length > maxBytes) {
    return { image, copy: undefined };
  }
  const copy = copyName(bytes);
  try {
    await copies.save(new Map([[copy, bytes]]), () => Promise.resolve());
    return { image, copy };
  } catch (error) {
    // The undo continues; if a later step fails, it reports what could not be reversed.
    chat.report(error);
    return { image, copy: undefined };
  }
}

/** Reverses a completed step of an undo. */
async function redo(
  step: FileStep,
  aside: Backup | undefined,
  undo: RestoreContext,
): Promise<string | undefined> {
  if (step.kind === 'move') return restoreStep(inverseOf(step), undo);
  if (aside === undefined) return changedSince;
  const bytes = aside.copy === undefined ? undefined : await undo.copy(aside.copy);
  const image = bytes === undefined ? aside.image : { ...aside.image, bytes };
  return restoreState(step.path, { image, expect: stateOnly(step.after) }, undo);
}

const changedSince = 'It has changed since.';
const damaged = 'The copy of the previous content is missing or damaged.';

/**
 * Performs a step of an undo. Returns the reason if it was not done; undefined if the wanted state
 * exists, even if it existed before.
 */
export async function restoreStep(
  step: FileStep,
  world: RestoreContext,
): Promise<string | undefined> {
  if (step.kind === 'move') return restoreMove(step, world);
  const { path: place, before, after } = step;
  const image = await stateWithBytes(after, world);
  return image === undefined
    ? damaged
    : restoreState(place, { image, expect: stateOnly(before) }, world);
}

async function restoreState(
  place: string,
  { image, expect }: { readonly image: PathState; readonly expect: PathState },
  world: RestoreContext,
): Promise<string | undefined> {
  const done = await world.places.putBack(place, image, { expect, signal: world.signal });
  if (done.ok) return undefined;
  const found = await stateAt(place, world);
  if (!found.ok || isSamePathState(found.value, expect)) return done.failure.message;
  return isSamePathState(found.value, image) ? undefined : changedSince;
}

async function restoreMove(
  { from, to, moved }: MoveStep,
  { places, signal }: RestoreContext,
): Promise<string | undefined> {
  const found = await places.image(from, { signal });
  if (!found.ok) return found.failure.message;
  if (!isSamePathState(found.value, moved)) {
    const target = await places.image(to, { signal });
    const isThere =
      found.value.kind === 'absent' && target.ok && isSamePathState(target.value, moved);
    return isThere ? undefined : changedSince;
  }
  const done = await places.moveBack(from, to, { signal });
  return done.ok ? undefined : done.failure.message;
}

async function stateWithBytes(
  image: FileImage,
  { copy }: RestoreContext,
): Promise<PathState | undefined> {
  const state = stateOnly(image);
  if (state.kind !== 'file') return state;
  const bytes =
    image.kind === 'file' && image.copy !== undefined ? await copy(image.copy) : undefined;
  return bytes && { ...state, bytes };
}

/**
 * Removes folders created for items that are undone. A folder with other content stays, without a
 * note, and no longer belongs to a call.
 */
export async function undoFolders(
  chat: ChatChangeState,
  deps: Pick<UndoDeps, 'places' | 'now'>,
): Promise<void> {
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
  { made, folder }: { readonly made: CallStep; readonly folder: TrackedItem },
  { places, now }: Pick<UndoDeps, 'places' | 'now'>,
): Promise<void> {
  const { path: place, image } = folder.now;
  const undone = [made.id];
  if (image.kind !== 'folder') {
    await chat.append({ is: 'undid', at: now(), steps: [], undone });
    return;
  }
  const step: FileStep = { kind: 'place', path: place, before: image, after: absent };
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
