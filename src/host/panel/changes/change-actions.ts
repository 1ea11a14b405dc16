import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { ChangeOrigin } from '../../../core/contracts/file-changes';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { Card } from '../transcript/card';
import { notRecorded, type ChangeRecords } from './change-records';
import { undoCallQuestion, undoEnd } from './change-texts';
import type { ChangeEditors } from './change-editors';
import { ChangeViews } from './change-views';
import type { ChatList } from '../chat/chat-list';
import { keepAllFiles, keepFiles, undoFiles, type ChangeDialogs } from './undo-files';

import { t, shownFailure } from '../../window/language';

export interface ChangeActionDeps {
  readonly chats: Pick<ChatList, 'active' | 'isRunningIn'>;
  readonly changes: FileChanges;
  readonly record: ChangeRecords;
  readonly dialogs: ChangeDialogs;
  readonly editors: ChangeEditors;
  /** The open folders, canonical. */
  readonly folders: () => readonly string[];
  readonly warn: (message: string) => void;
}

const gone = (): string => t('This change can no longer be undone.');
const settled = (): string => t('This change was already kept or undone.');

/**
 * The buttons for files that the active chat has changed. Each takes ids that the host knows, and
 * reports an id that is no longer valid. An undo during a turn is allowed, as nothing is
 * overwritten unseen, and needs an answer, as the agent may write the same files again.
 */
export class ChangeActions {
  private readonly views: ChangeViews;
  private readonly busy = new Set<string>();

  constructor(private readonly deps: ChangeActionDeps) {
    this.views = new ChangeViews(deps);
  }

  openDiff(itemId: string, index: number): Promise<void> {
    return this.once(`diff ${itemId} ${index}`, () => this.views.openDiff(itemId, index));
  }

  undoCall(itemId: string): Promise<void> {
    return this.once(`undo call ${itemId}`, () => this.undoCallOf(itemId));
  }

  openChange(changeId: string): Promise<void> {
    return this.once(`open ${changeId}`, () => this.views.openChange(changeId));
  }

  /** Without an id: all changes of the chat so far. */
  keepChange(changeId?: string): Promise<void> {
    return this.once(`keep ${changeId ?? ''}`, async () => {
      const { sessionId } = this.deps.chats.active;
      if (changeId === undefined) await keepAllFiles(sessionId, this.deps);
      else await this.keepOne(sessionId, changeId);
    });
  }

  /** Without an id: everything, after a question. */
  undoChange(changeId?: string): Promise<void> {
    return this.once(`undo ${changeId ?? ''}`, async () => {
      const { chats, changes, dialogs } = this.deps;
      const { sessionId = '', isRunning, closed } = chats.active;
      const all = changes.files(sessionId);
      const files = all.filter((file) => changeId === undefined || file.changeId === changeId);
      if (changeId !== undefined && files.length === 0) {
        dialogs.notify(settled());
        return;
      }
      const asks = changeId === undefined;
      const run = <T>(undo: (signal: AbortSignal) => Promise<T>) => undo(closed);
      await undoFiles({ sessionId, files, isRunning, asks, run }, this.deps);
    });
  }

  /** A double click counts once; failures are shown. */
  private async once(what: string, run: () => Promise<void>): Promise<void> {
    const { busy } = this;
    if (busy.has(what)) return;
    busy.add(what);
    try {
      await run();
    } catch (error) {
      this.deps.dialogs.notify(
        t('This did not work. For details, run "Gatehouse: Show Output Log".'),
      );
      this.deps.warn(`A file change failed: ${error instanceof Error ? error.message : 'unknown'}`);
    } finally {
      busy.delete(what);
    }
  }

  private async keepOne(sessionId = '', changeId: string): Promise<void> {
    const { changes, dialogs } = this.deps;
    const files = changes.files(sessionId).filter((file) => file.changeId === changeId);
    if (files.length === 0) dialogs.notify(settled());
    else await keepFiles(sessionId, files, this.deps);
  }

  private async undoCallOf(itemId: string): Promise<void> {
    const { chats, changes, dialogs } = this.deps;
    const { active } = chats;
    const card = active.transcript.card(itemId);
    const by = card && active.changes.originOf(card);
    if (card === undefined || by === undefined) dialogs.notify(gone());
    else if (changes.undoState(by) === 'offered') await this.undoChanges(card, by);
    else dialogs.notify(gone());
  }

  private async undoChanges(card: Card, by: ChangeOrigin): Promise<void> {
    const { chats, changes, dialogs, folders } = this.deps;
    const { active } = chats;
    const runs = active.isRunning || chats.isRunningIn(by.sessionId);
    if (runs && !(await dialogs.confirm(undoCallQuestion(card.item.title)))) return;
    const done = await changes.undoCall(by, active.closed);
    const written = await this.deps.record.undoneCall({ by, card }, done);
    if (!written.ok) dialogs.notify(notRecorded(shownFailure(written.failure), 'undo'));
    if (done.ok) {
      dialogs.reportEnd(undoEnd(done.value, folders()));
      return;
    }
    const message = shownFailure(done.failure);
    // The user can look at the differences and restore the file by hand.
    const canShow = card.fullDiffs.length > 0 && changes.undoState(by) === 'offered';
    if (canShow) dialogs.offer(message, t('Show Changes'), () => this.views.openSince(card));
    else dialogs.notify(message);
  }
}

/** Handlers of the page's requests about changed files. */
export function changeRequests(
  actions: Pick<ChangeActions, keyof ChangeActions>,
): Pick<PanelHandlers, 'openDiff' | 'undoCall' | 'openChange' | 'keepChange' | 'undoChange'> {
  return {
    openDiff: ({ itemId, index }) => actions.openDiff(itemId, index),
    undoCall: ({ itemId }) => actions.undoCall(itemId),
    openChange: ({ changeId }) => actions.openChange(changeId),
    keepChange: ({ changeId }) => actions.keepChange(changeId),
    undoChange: ({ changeId }) => actions.undoChange(changeId),
  };
}
