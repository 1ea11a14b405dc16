import type { Places } from '../../core/ports/file-changes';
import type { ChatState } from './chat-state';
import { absent } from './kept-image';
import type { CallStep, Item } from './known-items';
import { putBack } from './put-back';
import { isOnTheWay, type Step } from './steps';

export interface UndoFoldersDeps {
  readonly places: Places;
  readonly now: () => number;
}

/**
 * Takes away the folders that calls have made for what is undone by now. One that holds something
 * else is somebody's: it stays, unsaid, and belongs to no call any more.
 */
export async function undoFolders(chat: ChatState, deps: UndoFoldersDeps): Promise<void> {
  const { tree } = chat.history;
  const steps = chat.history.liveSteps().filter((one) => isOnTheWay(one.step));
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

function pathOf(step: Step): string {
  return step.kind === 'place' ? step.path : step.to;
}

/** Of its call nothing else is left, and something was undone. */
function isSpent({ history }: ChatState, { toolCallId }: CallStep): boolean {
  const others = history.stepsOf(toolCallId).filter(({ step }) => !isOnTheWay(step));
  return (
    others.every(({ state }) => state !== 'live') && others.some(({ state }) => state === 'undone')
  );
}

async function removeFolder(
  chat: ChatState,
  { made, folder }: { readonly made: CallStep; readonly folder: Item },
  { places, now }: UndoFoldersDeps,
): Promise<void> {
  const { path, image } = folder.now;
  const undone = [made.id];
  if (image.kind !== 'folder') {
    await chat.note({ is: 'undid', at: now(), steps: [], undone });
    return;
  }
  const step: Step = { kind: 'place', path, before: image, after: absent };
  const copy = () => Promise.resolve(undefined);
  // What is undone already is not stopped half-way.
  const { signal } = new AbortController();
  const reason = await putBack(step, { places, copy, signal });
  await chat.note(
    reason === undefined
      ? { is: 'undid', at: now(), steps: [{ step, of: made.id }], undone }
      : { is: 'kept', at: now(), steps: undone },
  );
}
