import type { Disposable } from '../../core/ports/system';
import { t } from '../window/language';
import { createStatusItem, type ItemText } from '../window/status-item';
import type { PendingApprovals } from './pending';

/** The status bar item with the number of pending approvals; a click runs `command`. */
export function createApprovalStatusBar(
  pending: Pick<PendingApprovals, 'list' | 'onDidChange'>,
  command: string,
): Disposable {
  return createStatusItem({
    ...{ id: 'gatehouse.approvals', name: t('Gatehouse approvals'), command, place: 1 },
    show: () => statusText(pending.list().length),
    sources: [pending],
  });
}

function statusText(waiting: number): ItemText {
  if (waiting === 0) {
    return { text: '$(shield) Gatehouse', tooltip: t('Gatehouse: no pending approvals') };
  }
  return {
    text: t('$(shield) Gatehouse: {0} waiting', waiting),
    tooltip:
      waiting === 1
        ? t('Gatehouse: 1 pending approval. Click to review.')
        : t('Gatehouse: {0} pending approvals. Click to review.', waiting),
    attention: true,
  };
}
