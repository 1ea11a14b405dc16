import { isSamePathState } from '../../files/path-state';
import type { PathState, UndoReport } from '../../../core/contracts/file-changes';
import { failure, fail, succeed, type Failure, type Result } from '../../../core/contracts/failure';
import { copyName } from '../record/file-copies';
import type { ChatChangeState } from '../record/open-chats';
import {
  absent,
  withoutCopy,
  foldersAbove,
  inOrder,
  inverseOf,
  isBelow,
  pathsOf,
  type FileStep,
} from '../restore/file-steps';
import type { CallStep } from '../history/tracked-items';
import {
  changedSince,
  restoreAll,
  RestoreRefused,
  restoreStep,
  restoreState,
  type RestoreEnd,
  type UndoContext,
} from '../restore/restore';
import {
  canBeUndone,
  undidLine,
  undoFolders,
  whyStepNotUndoable,
  type UndoDeps,
} from './undo-files';

/** Undoes one call, completely or not at all (000-transaction-3). */
export async function undoCallOf(
  chat: ChatChangeState,
  toolCallId: string,
  { deps, signal }: { readonly deps: UndoDeps; readonly signal: AbortSignal },
): Promise<Result<UndoReport>> {
  const { history } = chat;
  const steps = history.stepsOf(toolCallId).filter(canBeUndone);
  const refusal = whyNotUndone(chat, toolCallId, { steps, show: deps.show });
  if (refusal !== undefined) return fail(failure('execution', refusal));
  const end = await restoreCall(chat, steps, { ...deps, copy: (name) => chat.copy(name), signal });
  const isDone = end.state === 'done';
  const done = end.done.map(({ back }) => back);
  const undone = isDone ? steps.map(({ id }) => id) : [];
  if (done.length > 0) await chat.append(undidLine(deps, done, undone));
  if (isDone) await undoFolders(chat, deps);
  await chat.releaseCopies();
  chat.notifyChanged();
  if (!isDone) return fail(notUndone(end, deps));
  const paths = new Set(done.flatMap(({ step }) => pathsOf(step).slice(-1)));
  return succeed({ undone: [...paths], left: [] });
}

function whyNotUndone(
  { history }: ChatChangeState,
  toolCallId: string,
  { steps, show }: { readonly steps: readonly CallStep[] } & Pick<UndoDeps, 'show'>,
): string | undefined {
  const isOpen = [...history.open.values()].some((begun) => begun.toolCallId === toolCallId);
  if (isOpen) return 'The call is still changing files. Wait until it has ended.';
  if (steps.length === 0) return 'This call has nothing left to undo.';
  const lost = steps.find((step) => whyStepNotUndoable(step) !== undefined);
  if (lost === undefined) return undefined;
  const [place = ''] = pathsOf(lost.step);
  return `${show(place)} cannot be restored: ${whyStepNotUndoable(lost) ?? ''}. Nothing was undone.`;
}

/** A step of the undo, and the call step that it reverses. */
interface InverseStep {
  readonly step: FileStep;
  readonly of: string;
}

interface UndoStep {
  readonly back: InverseStep;
  /** The state before the undo; file content is backed up under the name of its copy. */
  aside?: Backup | undefined;
}

interface Backup {
  readonly image: PathState;
  readonly copy: string | undefined;
}

type UndoCallContext = UndoContext & Pick<UndoDeps, 'maxFileBytes'>;

function restoreCall(
  chat: ChatChangeState,
  callSteps: readonly CallStep[],
  undo: UndoCallContext,
): Promise<RestoreEnd<UndoStep>> {
  const steps = inverseSteps(callSteps);
  // Stopping must not leave a half-reversed undo.
  const unstopped = { ...undo, signal: new AbortController().signal };
  return restoreAll<UndoStep>({
    prepare: async () => {
      const obstacle = await findObstacle(chat, { steps, callSteps }, undo);
      if (obstacle !== undefined) throw new RestoreRefused(obstacle);
      return steps.map((back) => ({ back }));
    },
    commit: async (one) => {
      const { step } = one.back;
      // After the last step nothing can fail, so it needs no backup.
      if (one.back !== steps.at(-1)) one.aside = await backUp(chat, step, undo);
      const reason = undo.signal.aborted ? 'The undo was stopped.' : await restoreStep(step, undo);
      if (reason === undefined) return;
      const where = undo.show(pathsOf(step)[0] ?? '');
      throw new RestoreRefused(`${where}: ${reason.replace(/\.$/, '')}.`);
    },
    revert: async ({ back, aside }) => {
      const problem = await redo(back.step, aside, unstopped);
      if (problem !== undefined) throw new RestoreRefused(problem);
    },
  });
}

function inverseSteps(callSteps: readonly CallStep[]): readonly InverseStep[] {
  const orders = [...new Set(callSteps.map(({ order }) => order))].reverse();
  return orders.flatMap((order) => {
    const ofChange = callSteps.filter((one) => one.order === order).reverse();
    const back = ofChange.map(({ step, id }) => ({ step: inverseOf(step), of: id }));
    return inOrder(back, ({ step }) => step);
  });
}

const suggestion = 'Open the file and revert unwanted changes manually.';

function notUndone({ state, cause, done }: RestoreEnd<UndoStep>, { show }: UndoDeps): Failure {
  if (!(cause?.error instanceof RestoreRefused)) throw cause?.error;
  const because = cause.error.message;
  if (state === 'refused') return failure('execution', because, { suggestion });
  const places = new Set(done.flatMap(({ back }) => pathsOf(back.step)));
  const text =
    places.size === 0
      ? 'Nothing was undone.'
      : `These items were already undone and remain so: ${[...places].map(show).join(', ')}.`;
  return failure('execution', `${because} ${text}`, { suggestion });
}

/** Why nothing can be undone: each path must be as the call left it. */
async function findObstacle(
  { history }: ChatChangeState,
  call: { readonly steps: readonly InverseStep[]; readonly callSteps: readonly CallStep[] },
  undo: UndoContext,
): Promise<string | undefined> {
  const { steps, callSteps } = call;
  const touched = createTouched();
  const last = Math.max(...callSteps.map(({ order }) => order));
  const later = history
    .liveSteps()
    .filter((one) => one.order > last && canBeUndone(one) && !callSteps.includes(one))
    .map(({ step }) => step);
  const removed = new Set(later.flatMap(placesRemoved));
  for (const { step } of steps) {
    for (const { path, expect } of expected(step)) {
      // A path changed by an earlier step of this undo is checked later.
      if (touched.add(path)) continue;
      const found = await undo.places.image(path, { signal: undo.signal });
      if (!found.ok) return found.failure.message;
      // A later call may have removed the parent folder of the restored item.
      const hasFolder = !foldersAbove(path).some((folder) => removed.has(folder));
      if (isSamePathState(found.value, expect) && hasFolder) continue;
      const isByLaterCall = later.some((one) => pathsOf(one).some((at) => overlaps(at, path)));
      // An undo interrupted by a crash may have done this step before.
      const isDone = step.kind === 'place' && isSamePathState(found.value, step.after);
      if (isByLaterCall || !isDone) return changedText(undo.show(path), isByLaterCall);
    }
  }
  return undefined;
}

function placesRemoved(step: FileStep): readonly string[] {
  return step.kind === 'place' && step.after.kind === 'absent' ? [step.path] : [];
}

function createTouched() {
  const places = new Set<string>();
  const above = new Set<string>();
  return {
    /** Returns true if the path, a parent or a child was added before. */
    add: (place: string): boolean => {
      const folders = foldersAbove(place);
      const isKnown =
        places.has(place) || above.has(place) || folders.some((one) => places.has(one));
      places.add(place);
      for (const one of folders) above.add(one);
      return isKnown;
    },
  };
}

function expected(
  step: FileStep,
): readonly { readonly path: string; readonly expect: PathState }[] {
  if (step.kind === 'place') return [{ path: step.path, expect: withoutCopy(step.before) }];
  return [
    { path: step.from, expect: withoutCopy(step.moved) },
    { path: step.to, expect: withoutCopy(absent) },
  ];
}

function changedText(name: string, isByLaterCall: boolean): string {
  return isByLaterCall
    ? `${name} was changed by a later call of this chat: undo that first. Nothing was undone.`
    : `${name} has changed since this call. Nothing was undone.`;
}

function overlaps(one: string, other: string): boolean {
  return one === other || isBelow(one, other) || isBelow(other, one);
}

async function backUp(
  chat: ChatChangeState,
  step: FileStep,
  { places, signal, maxFileBytes }: UndoCallContext,
): Promise<Backup | undefined> {
  if (step.kind === 'move') return undefined;
  const found = await places.image(step.path, { maxBytes: maxFileBytes, signal });
  if (!found.ok) return undefined;
  if (found.value.kind !== 'file') return { image: found.value, copy: undefined };
  const { bytes, ...image } = found.value;
  return { image, copy: bytes && (await saveBackup(chat, bytes)) };
}

async function saveBackup(chat: ChatChangeState, bytes: Uint8Array): Promise<string | undefined> {
  const name = copyName(bytes);
  try {
    if (chat.record === undefined) return undefined;
    await chat.record.copies.save(new Map([[name, bytes]]));
    return name;
  } catch (error) {
    // The undo continues; if a later step fails, it reports what could not be reverted.
    chat.report(error);
    return undefined;
  }
}

async function redo(
  step: FileStep,
  aside: Backup | undefined,
  undo: UndoContext,
): Promise<string | undefined> {
  if (step.kind === 'move') return restoreStep(inverseOf(step), undo);
  if (aside === undefined) return changedSince;
  const image = await withBytes(aside, undo);
  if (image === undefined) return changedSince;
  return restoreState(step.path, { image, expect: withoutCopy(step.after) }, undo);
}

async function withBytes(
  { image, copy }: Backup,
  undo: UndoContext,
): Promise<PathState | undefined> {
  if (image.kind !== 'file') return image;
  const bytes = copy === undefined ? undefined : await undo.copy(copy);
  return bytes && { ...image, bytes };
}
