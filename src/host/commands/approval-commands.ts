import type { ApprovalReview } from '../approvals/review';
import type { PendingApprovals } from '../approvals/types';
import type { CommandHandlers } from './register';

/** Both lead to a review, where the person answers; neither answers by itself. */
export function approvalCommands(
  pending: Pick<PendingApprovals, 'list'>,
  review: ApprovalReview,
): Pick<CommandHandlers, 'showPending' | 'approve'> {
  return {
    showPending: () => review.all(),
    approve() {
      const oldest = pending.list()[0];
      return oldest === undefined ? review.all() : review.one(oldest.approvalId);
    },
  };
}
