import { readString } from '../../../core/base/json';
import type { PanelRequest } from '../../../core/contracts/panel/requests';
import type { Result } from '../../../core/contracts/failure';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';
import type { CardActions } from '../cards/card-actions';
import type { ChangeActions } from '../changes/change-actions';
import type { CommandActions } from '../cards/command-actions';
import type { ChatList } from '../chat/chat-list';
import type { ContextActions } from '../chat/context-actions';
import type { MessageEdits } from '../chat/edit-message';
import type { ChatHistory } from '../history/chat-history';
import { imageRefused } from '../chat/attachments';
import { viewCommandOf } from './suggestions';
import type { OutputActions } from '../cards/output-actions';
import type { StoredActions } from '../history/stored-actions';

type RequestType = PanelRequest['type'];
type RequestOf = { readonly [T in RequestType]: Extract<PanelRequest, { readonly type: T }> };
/** One handler per kind of request; promises are awaited. */
type Handlers = { readonly [T in RequestType]: (request: RequestOf[T]) => unknown };

export interface RequestDeps {
  /** Reads a message of the page; the failure names the mismatch. */
  readonly read: (message: unknown) => Result<PanelRequest, string>;
  readonly chats: ChatList;
  readonly approvals: Pick<PendingApprovals, 'get'>;
  readonly approvalActions: ApprovalActions;
  readonly cardActions: Pick<CardActions, keyof CardActions>;
  readonly changeActions: ChangeActions;
  readonly commandActions: CommandActions;
  readonly contextActions: ContextActions;
  readonly edits: Pick<MessageEdits, 'edit'>;
  readonly outputActions: OutputActions;
  /** Answers the page with suggestions for an `@` or a `/`. */
  readonly suggest: (query: string) => unknown;
  /** True when the panel is visible and its page shows this approval. */
  readonly isShown: (approvalId: string) => boolean;
  readonly ready: () => void;
  readonly history: Pick<ChatHistory, 'open' | 'close' | 'search' | 'more'>;
  readonly storedActions: Pick<StoredActions, 'open' | 'rename' | 'export' | 'delete'>;
  readonly showEarlier: () => void;
  /** Opens the explanation of a call of the active chat. */
  readonly explain: (itemId: string) => unknown;
  /** Undoes the changes of a command of the active chat. */
  readonly rollBack: (itemId: string) => unknown;
  readonly pickModel: () => void;
  /** Runs one of our commands that opens a view. */
  readonly openView: (command: string) => void;
  readonly openFolder: () => void;
  readonly manageTrust: () => void;
  readonly notify: (message: string) => void;
  readonly warn: (message: string) => void;
}

/**
 * Creates the receiver of the page's messages. The page is not trusted: a message that does not fit
 * the schema is ignored, and an answer counts only for an approval that the host holds and shows
 * (decision page-isolation). Rejects when an action fails.
 */
export function createRequestHandler(deps: RequestDeps): (message: unknown) => Promise<void> {
  const handlers = createHandlers(deps);
  return async (message) => {
    const request = deps.read(message);
    if (request.ok) {
      await dispatch(handlers, request.value.type, request.value);
      return;
    }
    deps.warn(`A message of the panel was ignored: ${request.failure}`);
    // The page never drops user input silently, whatever the reason.
    if (readString(message, 'type') === 'attachImage') deps.notify(imageRefused);
  };
}

function dispatch<T extends RequestType>(
  handlers: Handlers,
  type: T,
  request: RequestOf[T],
): unknown {
  return handlers[type](request);
}

function createHandlers(deps: RequestDeps): Handlers {
  const { chats, cardActions, changeActions, commandActions, contextActions } = deps;
  const { history, storedActions, outputActions } = deps;
  return {
    ready: () => deps.ready(),
    send: ({ text }) => {
      const command = viewCommandOf(text);
      if (command === undefined) {
        chats.send(text);
        return;
      }
      chats.saveDraft('');
      deps.openView(command);
    },
    stop: () => chats.active.stop(),
    unqueue: ({ queuedId }) => chats.active.turns.unqueue(queuedId),
    dropQueued: ({ queuedId }) => chats.active.turns.dropQueued(queuedId),
    sendNow: ({ queuedId }) => chats.active.turns.sendNow(queuedId),
    noticeAction: ({ itemId }) => chats.active.act(itemId),
    editMessage: ({ itemId, text }) => deps.edits.edit(chats.active, itemId, text),
    attach: ({ kind, path }) => contextActions.attach(kind, path),
    attachImage: ({ data }) => contextActions.attachImage(data),
    detach: ({ attachmentId }) => contextActions.detach(attachmentId),
    suggest: ({ query }) => deps.suggest(query),
    newChat: () => chats.create(),
    selectChat: ({ chatId }) => {
      if (!chats.select(chatId)) deps.warn('The panel asked for an unknown chat.');
    },
    openHistory: () => history.open(),
    closeHistory: () => history.close(),
    searchHistory: ({ query }) => history.search(query),
    moreHistory: () => history.more(),
    openStored: ({ historyId }) => storedActions.open(historyId),
    renameStored: ({ historyId, title }) => storedActions.rename(historyId, title),
    exportStored: ({ historyId }) => storedActions.export(historyId),
    deleteStored: ({ historyId }) => storedActions.delete(historyId),
    showEarlier: () => deps.showEarlier(),
    draft: ({ text }) => chats.saveDraft(text),
    pickModel: () => deps.pickModel(),
    answer: (request) => answer(request, deps),
    copy: ({ text }) => cardActions.copy(text),
    openDiff: ({ itemId, index }) => changeActions.openDiff(itemId, index),
    openLocation: ({ itemId, index }) => cardActions.openLocation(itemId, index),
    showTerminal: ({ itemId }) => cardActions.showTerminal(itemId),
    openOutput: ({ itemId }) => cardActions.openOutput(itemId),
    showRaw: ({ itemId, isRaw }) => outputActions.showRaw(itemId, isRaw),
    showRepeated: ({ itemId }) => outputActions.showRepeated(itemId),
    giveInput: ({ itemId }) => commandActions.giveInput(itemId),
    undoCall: ({ itemId }) => changeActions.undoCall(itemId),
    openChange: ({ changeId }) => changeActions.openChange(changeId),
    keepChange: ({ changeId }) => changeActions.keepChange(changeId),
    undoChange: ({ changeId }) => changeActions.undoChange(changeId),
    rollBack: ({ itemId }) => deps.rollBack(itemId),
    showBackground: ({ commandId }) => commandActions.show(commandId),
    stopBackground: ({ commandId }) => commandActions.stop(commandId),
    explain: ({ itemId }) => deps.explain(itemId),
    openLink: ({ url }) => cardActions.openLink(url),
    command: ({ command }) => (command === 'openFolder' ? deps.openFolder() : deps.manageTrust()),
  };
}

async function answer(request: RequestOf['answer'], deps: RequestDeps): Promise<void> {
  const { approvalId } = request;
  const isPending = deps.approvals.get(approvalId) !== undefined;
  // Approvals that are no longer pending reach the actions, which report "already answered".
  if (isPending && !deps.isShown(approvalId)) {
    deps.warn('An answer to an approval that the panel does not show was ignored.');
    return;
  }
  const actions = deps.approvalActions;
  const reason = request.reason?.trim();
  if (request.answer === 'allow') actions.allow(approvalId);
  else if (request.answer === 'always') await actions.always(approvalId);
  else if (request.answer === 'edit') await actions.edit(approvalId);
  else if (reason) actions.deny(approvalId, reason);
  else actions.deny(approvalId);
}
