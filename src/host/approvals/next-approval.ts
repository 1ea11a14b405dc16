import type { PendingApproval, PendingApprovals } from './pending';
import { t } from '../window/language';

export interface NextApprovalDeps {
  readonly pending: Pick<PendingApprovals, 'list'>;
  /** Focuses the card of a call in its chat, without answering; false if there is none. */
  readonly showCall: (call: {
    readonly session: string;
    readonly toolCallId: string;
  }) => Promise<boolean>;
  readonly inform: (text: string) => void;
}

/**
 * The command "Next Approval": goes from one pending approval to the next, in all chats, oldest
 * first. It answers none (decision no-approval-by-command).
 */
export function createNextApproval(deps: NextApprovalDeps): () => Promise<void> {
  let last = '';
  return async () => {
    const next = nextOf(deps.pending.list(), last);
    if (next === undefined) {
      deps.inform(t('no pending approvals.'));
      return;
    }
    last = next.approvalId;
    const { sessionId: session, toolCallId } = next;
    const isShown = await deps.showCall({ session, toolCallId });
    if (!isShown) deps.inform(t('the chat of this approval is no longer open.'));
  };
}

function nextOf(items: readonly PendingApproval[], last: string): PendingApproval | undefined {
  const at = items.findIndex(({ approvalId }) => approvalId === last);
  return items[(at + 1) % items.length];
}
