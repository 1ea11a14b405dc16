import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';

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
export function answerRequests({ pending, actions, isShown, warn }: AnswerDeps) {
  return {
    answer: async ({ approvalId, answer, reason: typed = '' }) => {
      const isPending = pending.get(approvalId) !== undefined;
      // Approvals that are no longer pending reach the actions, which report "already answered".
      if (isPending && !isShown(approvalId)) {
        warn('An answer to an approval that the panel does not show was ignored.');
        return;
      }
      const reason = typed.trim();
      if (answer === 'allow') actions.allow(approvalId);
      else if (answer === 'always') await actions.always(approvalId);
      else if (answer === 'edit') await actions.edit(approvalId);
      else if (reason === '') actions.deny(approvalId);
      else actions.deny(approvalId, reason);
    },
  } satisfies Partial<PanelHandlers>;
}
