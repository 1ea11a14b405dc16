import type { PathStates } from '../../core/ports/file-changes';
import type { ChatChangeState } from './chat-state';
import { absent } from './kept-image';
import type { CallStep, TrackedItem } from './known-items';
import { restoreStep } from './put-back';
import { isImplicitFolder, type FileStep } from './steps';

export interface UndoFoldersDeps {
  readonly places: PathStates;
  readonly now: () => number;
}

/**
 * Takes away the folders that calls have made for what is undone by now. One that holds something
 * else is somebody's: it stays, unsaid, and belongs to no call any more.
 */
export async function undoFolders(chat: ChatChangeState, deps: UndoFoldersDeps): Promise<void> {
  const { tree } = chat.history;
  const steps = chat.history.liveSteps().filter((one) => isImplicitFolder(one.step));
  for (const made of steps.sort(innermostFirst)) {
    const folder = tree.owner(made.id);
    if (folder === undefined || !isSpent(chat, made)) continue;
    // What the chat itself has in it may be undone later.
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

/** Of its call nothing else is left, and something was undone. */
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
  // What is undone already is not stopped half-way.
  const { signal } = new AbortController();
  const reason = await restoreStep(step, { places, copy, signal });
  await chat.append(
    reason === undefined
      ? { is: 'undid', at: now(), steps: [{ step, of: made.id }], undone }
      : { is: 'kept', at: now(), steps: undone },
  );
}
