import type { PanelHandlers } from '../../../core/contracts/panel/requests';
import type { ApprovalActions } from '../../approvals/actions';
import type { PendingApprovals } from '../../approvals/pending';
import { isMarked, isRoutine } from '../../approvals/present';
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
  /** False, and logged, for one that is pending but not shown. */
  function mayAnswer(approvalId: string): boolean {
    // Approvals that are no longer pending reach the actions, which report "already answered".
    if (pending.get(approvalId) === undefined || isShown(approvalId)) return true;
    warn('An answer to an approval that the panel does not show was ignored.');
    return false;
  }

  /** The page offers no other answer to a call whose characters may mislead. */
  function mustReview(approvalId: string): boolean {
    const item = pending.get(approvalId);
    return item !== undefined && isMarked(item);
  }

  return {
    answer: async ({ approvalId, answer, byKey = false, reason: typed = '' }) => {
      if (!mayAnswer(approvalId)) return;
      const item = pending.get(approvalId);
      if (byKey && item !== undefined && !isRoutine(item)) {
        warn('A key does not answer this approval, so it was ignored.');
        return;
      }
      const reason = typed.trim();
      if (answer === 'deny') {
        if (reason === '') actions.deny(approvalId);
        else actions.deny(approvalId, reason);
      } else if (answer === 'edit') await actions.edit(approvalId);
      else if (answer === 'review' || mustReview(approvalId)) await review.one(approvalId);
      else actions.allow(approvalId);
    },
    allowTogether: ({ approvalIds }) => {
      if (approvalIds.every(mayAnswer)) actions.allowTogether(approvalIds);
    },
    alwaysAllow: async ({ approvalId, offerId }) => {
      if (!mayAnswer(approvalId)) return;
      if (mustReview(approvalId)) await review.one(approvalId);
      else await actions.always(approvalId, offerId);
    },
  } satisfies Partial<PanelHandlers>;
}
