import type { PanelHandlers, PanelRequest } from '../../../core/contracts/panel/requests';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';
import type { CardActions } from './card-actions';
import type { CommandActions } from './command-actions';
import type { OutputActions } from './output-actions';

type CardRequest =
  | 'copy'
  | 'openLocation'
  | 'showTerminal'
  | 'openOutput'
  | 'openLink'
  | 'showRaw'
  | 'showRepeated'
  | 'giveInput'
  | 'showBackground'
  | 'stopBackground'
  | 'explain';

export interface CardRequestDeps {
  readonly cards: Pick<CardActions, keyof CardActions>;
  readonly commands: CommandActions;
  readonly outputs: OutputActions;
  /** Opens the explanation of a call of the active chat. */
  readonly explain: (itemId: string) => unknown;
}

/** Handlers of the page's requests about calls and their output. */
export function cardRequests(deps: CardRequestDeps): Pick<PanelHandlers, CardRequest> {
  const { cards, commands, outputs } = deps;
  return {
    copy: ({ text }) => cards.copy(text),
    openLocation: ({ itemId, index }) => cards.openLocation(itemId, index),
    showTerminal: ({ itemId }) => cards.showTerminal(itemId),
    openOutput: ({ itemId }) => cards.openOutput(itemId),
    openLink: ({ url }) => cards.openLink(url),
    showRaw: ({ itemId, isRaw }) => outputs.showRaw(itemId, isRaw),
    showRepeated: ({ itemId }) => outputs.showRepeated(itemId),
    giveInput: ({ itemId }) => commands.giveInput(itemId),
    showBackground: ({ commandId }) => commands.show(commandId),
    stopBackground: ({ commandId }) => commands.stop(commandId),
    explain: ({ itemId }) => deps.explain(itemId),
  };
}

export interface AnswerDeps {
  readonly pending: Pick<PendingApprovals, 'get'>;
  readonly actions: ApprovalActions;
  /** True when the panel is visible and its page shows this approval. */
  readonly isShown: (approvalId: string) => boolean;
  readonly warn: (message: string) => void;
}

/**
 * The handler of the page's answers to approvals: one counts only for an approval that the host
 * holds and shows (decision page-isolation).
 */
export function answerRequests(deps: AnswerDeps): Pick<PanelHandlers, 'answer'> {
  return { answer: (request) => answer(request, deps) };
}

async function answer(
  request: Extract<PanelRequest, { readonly type: 'answer' }>,
  { pending, actions, isShown, warn }: AnswerDeps,
): Promise<void> {
  const { approvalId } = request;
  const isPending = pending.get(approvalId) !== undefined;
  // Approvals that are no longer pending reach the actions, which report "already answered".
  if (isPending && !isShown(approvalId)) {
    warn('An answer to an approval that the panel does not show was ignored.');
    return;
  }
  const reason = request.reason?.trim();
  if (request.answer === 'allow') actions.allow(approvalId);
  else if (request.answer === 'always') await actions.always(approvalId);
  else if (request.answer === 'edit') await actions.edit(approvalId);
  else if (reason) actions.deny(approvalId, reason);
  else actions.deny(approvalId);
}
