import type { FileChanges } from '../../../core/ports/file-changes';
import { undoCallQuestion, undoEnd } from './change-texts';
import { ChangeViews, type ChangeEditors } from './change-views';
import type { ChatList } from '../chat/chat-list';
import { keepAllFiles, undoFiles, type ChangeDialogs } from './undo-files';

export interface ChangeActionDeps {
  readonly chats: Pick<ChatList, 'active' | 'isRunningIn'>;
  readonly changes: FileChanges;
  readonly dialogs: ChangeDialogs;
  readonly editors: ChangeEditors;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
  readonly warn: (message: string) => void;
}

/**
 * The buttons for files that the active chat has changed. Each takes ids that the host knows, and
 * reports an id that is no longer valid. An undo during a turn is allowed, as nothing is
 * overwritten unseen, and needs an answer, as the agent may write the same files again.
 */
export interface ChangeActions {
  openDiff(itemId: string, index: number): Promise<void>;
  undoCall(itemId: string): Promise<void>;
  openChange(changeId: string): Promise<void>;
  /** Without an id: all changes of the chat so far. */
  keepChange(changeId?: string): Promise<void>;
  /** Without an id: everything, after a question. */
  undoChange(changeId?: string): Promise<void>;
}

const settled = 'This change was kept or undone already.';

export function createChangeActions(deps: ChangeActionDeps): ChangeActions {
  const { chats, changes, dialogs } = deps;
  const views = new ChangeViews(deps);
  const once = onlyOnce(deps);
  return {
    openDiff: (itemId, index) =>
      once(`diff ${itemId} ${index}`, () => views.openDiff(itemId, index)),
    openChange: (changeId) => once(`open ${changeId}`, () => views.openChange(changeId)),
    undoCall: (itemId) => once(`undo call ${itemId}`, () => undoCall(itemId, deps, views)),
    keepChange: (changeId) =>
      once(`keep ${changeId ?? ''}`, async () => {
        const { sessionId } = chats.active;
        if (changeId === undefined) await keepAllFiles(sessionId, deps);
        else await keepOne(sessionId, changeId, deps);
      }),
    undoChange: (changeId) =>
      once(`undo ${changeId ?? ''}`, async () => {
        const { sessionId = '', isRunning, closed } = chats.active;
        const all = changes.files(sessionId);
        const files = all.filter((file) => changeId === undefined || file.changeId === changeId);
        if (changeId !== undefined && files.length === 0) {
          dialogs.notify(settled);
          return;
        }
        const asks = changeId === undefined;
        await undoFiles({ sessionId, files, isRunning, asks, run: (undo) => undo(closed) }, deps);
      }),
  };
}

/** A double click counts once; failures are shown. */
function onlyOnce({ dialogs, warn }: ChangeActionDeps) {
  const busy = new Set<string>();
  return async (what: string, run: () => Promise<void>): Promise<void> => {
    if (busy.has(what)) return;
    busy.add(what);
    try {
      await run();
    } catch (error) {
      dialogs.notify('This did not work. The log of Gatehouse says why.');
      warn(`A change of files: ${error instanceof Error ? error.message : 'unknown'}`);
    } finally {
      busy.delete(what);
    }
  };
}

async function keepOne(
  sessionId = '',
  changeId: string,
  { changes, dialogs }: ChangeActionDeps,
): Promise<void> {
  if (!changes.files(sessionId).some((file) => file.changeId === changeId)) {
    dialogs.notify(settled);
    return;
  }
  const kept = await changes.keepFiles(sessionId, [changeId]);
  if (!kept.ok) dialogs.notify(kept.failure.message);
}

async function undoCall(itemId: string, deps: ChangeActionDeps, views: ChangeViews): Promise<void> {
  const { chats, changes, dialogs, folders } = deps;
  const { active } = chats;
  const card = active.transcript.card(itemId);
  const by = card && active.changes.originOf(card);
  if (card === undefined || by === undefined || changes.undoState(by) !== 'offered') {
    dialogs.notify('This change can no longer be undone.');
    return;
  }
  const runs = active.isRunning || chats.isRunningIn(by.sessionId);
  if (runs && !(await dialogs.confirm(undoCallQuestion(card.item.title)))) return;
  const done = await changes.undoCall(by, active.closed);
  if (done.ok) {
    dialogs.reportEnd(undoEnd(done.value, folders()));
    return;
  }
  // Nothing was undone: the user can look at the differences and restore the file by hand.
  const { message } = done.failure;
  const canShow = card.fullDiffs.length > 0 && changes.undoState(by) === 'offered';
  if (canShow) dialogs.offer(message, 'Show Changes', () => views.openSince(card));
  else dialogs.notify(message);
}
