import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { ChatReports } from './chat-deps';
import type { ChatList } from './chat-list';
import type { ContextActions } from './context-actions';
import type { MessageEdits } from './edit-message';
import { viewCommandOf } from './suggestions';

export interface ChatRequestDeps {
  readonly chats: ChatList;
  readonly context: Pick<ContextActions, 'attach' | 'attachImage'>;
  readonly edits: Pick<MessageEdits, 'edit'>;
  /** Runs one of our commands that opens a view. */
  readonly openView: (command: string) => void;
  readonly reports: Pick<ChatReports, 'warn'>;
}

/** Handlers of the page's requests about the open chats and their drafts. */
export function chatRequests(deps: ChatRequestDeps) {
  const { chats, context } = deps;
  return {
    send: ({ text, isKeyed }) => {
      // The page has already emptied its input.
      chats.saveDraft('');
      const command = viewCommandOf(text);
      if (command === undefined) chats.active.send(text, isKeyed);
      else deps.openView(command);
    },
    stop: () => chats.active.stop(),
    unqueue: ({ queuedId }) => chats.active.queue.unqueue(queuedId),
    dropQueued: ({ queuedId }) => chats.active.queue.drop(queuedId),
    sendNow: ({ queuedId }) => chats.active.queue.sendNow(queuedId),
    noticeAction: ({ itemId }) => chats.active.act(itemId),
    sendProblems: ({ itemId }) => chats.active.sendProblems(itemId),
    editMessage: ({ itemId, text }) => deps.edits.edit(chats.active, itemId, text),
    draft: ({ text }) => chats.saveDraft(text),
    attach: ({ kind, path }) => context.attach(kind, path),
    attachImage: ({ data }) => context.attachImage(data),
    detach: ({ attachmentId }) => chats.active.detach(attachmentId),
    newChat: () => chats.create(),
    selectChat: ({ chatId }) => {
      if (!chats.select(chatId)) deps.reports.warn('The panel asked for an unknown chat.');
    },
  } satisfies Partial<PanelHandlers>;
}
