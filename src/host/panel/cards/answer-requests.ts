import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';
import { isMarked } from '../../approvals/present';
import type { ApprovalReview } from '../../approvals/review';

export interface AnswerDeps {
  readonly pending: Pick<PendingApprovals, 'get'>;
  readonly actions: ApprovalActions;
  readonly review: Pick<ApprovalReview, 'one'>;
  /** True when the panel is visible and its page shows this approval. */
  readonly isShown: (approvalId: string) => boolean;
  readonly warn: (message: string) => void;
}

/**
 * The handler of the page's answers to approvals: one counts only for an approval that the host
 * holds and shows (decision page-isolation).
 */
export function answerRequests({ pending, actions, review, isShown, warn }: AnswerDeps) {
  return {
    answer: async ({ approvalId, answer, reason: typed = '' }) => {
      const item = pending.get(approvalId);
      // Approvals that are no longer pending reach the actions, which report "already answered".
      if (item !== undefined && !isShown(approvalId)) {
        warn('An answer to an approval that the panel does not show was ignored.');
        return;
      }
      const reason = typed.trim();
      if (answer === 'deny') {
        if (reason === '') actions.deny(approvalId);
        else actions.deny(approvalId, reason);
      } else if (answer === 'edit') await actions.edit(approvalId);
      // The page offers no other answer to a call whose characters may mislead.
      else if (answer === 'review' || (item && isMarked(item))) await review.one(approvalId);
      else if (answer === 'always') await actions.always(approvalId);
      else actions.allow(approvalId);
    },
  } satisfies Partial<PanelHandlers>;
}
