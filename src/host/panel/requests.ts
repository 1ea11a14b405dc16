import { readString } from '../../core/base/json-read';
import type { PanelRequest } from '../../core/contracts/panel';
import type { Result } from '../../core/contracts/result';
import type { ApprovalActions, PendingApprovals } from '../approvals/types';
import type { CardActions } from './actions';
import type { CommandActions } from './command-actions';
import type { Chats } from './chats';
import type { ContextActions } from './context-actions';
import { imageRefused } from './make-attachment';
import { viewCommandOf } from './slash-commands';

type RequestType = PanelRequest['type'];
type RequestOf = { readonly [T in RequestType]: Extract<PanelRequest, { readonly type: T }> };
/** One handler per kind of request; a promise is waited for. */
type Handlers = { readonly [T in RequestType]: (request: RequestOf[T]) => unknown };

export interface RequestDeps {
  /** Reads a message of the page; the failure says what does not fit. */
  readonly read: (message: unknown) => Result<PanelRequest, string>;
  readonly chats: Chats;
  readonly approvals: Pick<PendingApprovals, 'get'>;
  readonly approvalActions: ApprovalActions;
  readonly cardActions: Pick<CardActions, keyof CardActions>;
  readonly commandActions: CommandActions;
  readonly contextActions: ContextActions;
  /** Answers the page with what an `@` or a `/` may become. */
  readonly suggest: (query: string) => unknown;
  /** True when the panel is in sight and its page shows this approval. */
  readonly isShown: (approvalId: string) => boolean;
  readonly ready: () => void;
  /** Opens the explanation of a call of the active chat. */
  readonly explain: (itemId: string) => unknown;
  /** Takes back what the command of a card of the active chat changed. */
  readonly rollBack: (itemId: string) => unknown;
  readonly pickModel: () => void;
  /** Runs a command of ours that opens a view. */
  readonly openView: (command: string) => void;
  readonly openFolder: () => void;
  readonly manageTrust: () => void;
  readonly tell: (message: string) => void;
  readonly warn: (message: string) => void;
}

/**
 * Makes the receiver of the page's messages. The page is not trusted: what does not fit the schema
 * is ignored, and an answer counts only for an approval that the host holds and shows (DESIGN
 * section 6). Rejects when an action fails.
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
    // The page drops nothing of a person in silence, whatever let it pass.
    if (readString(message, 'type') === 'attachImage') deps.tell(imageRefused);
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
  const { chats, cardActions, commandActions, contextActions } = deps;
  return {
    ready: () => deps.ready(),
    send: ({ text }) => {
      const command = viewCommandOf(text);
      if (command === undefined) {
        chats.send(text);
        return;
      }
      chats.keepDraft('');
      deps.openView(command);
    },
    stop: () => chats.active.stop(),
    unqueue: ({ queuedId }) => chats.active.turns.unqueue(queuedId),
    dropQueued: ({ queuedId }) => chats.active.turns.dropQueued(queuedId),
    sendNow: ({ queuedId }) => chats.active.turns.sendNow(queuedId),
    noticeAction: ({ itemId }) => chats.active.act(itemId),
    editMessage: ({ itemId, text }) => chats.edit(itemId, text),
    attach: ({ kind, path }) => contextActions.attach(kind, path),
    attachImage: ({ data }) => contextActions.attachImage(data),
    detach: ({ attachmentId }) => contextActions.detach(attachmentId),
    suggest: ({ query }) => deps.suggest(query),
    newChat: () => chats.create(),
    selectChat: ({ chatId }) => {
      if (!chats.select(chatId)) deps.warn('The panel asked for an unknown chat.');
    },
    draft: ({ text }) => chats.keepDraft(text),
    pickModel: () => deps.pickModel(),
    answer: (request) => answer(request, deps),
    copy: ({ text }) => cardActions.copy(text),
    openDiff: ({ itemId, index }) => cardActions.openDiff(itemId, index),
    openLocation: ({ itemId, index }) => cardActions.openLocation(itemId, index),
    showTerminal: ({ itemId }) => cardActions.showTerminal(itemId),
    openOutput: ({ itemId }) => cardActions.openOutput(itemId),
    giveInput: ({ itemId }) => commandActions.giveInput(itemId),
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
  // What is no longer pending goes on to the actions, which say "already answered".
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
