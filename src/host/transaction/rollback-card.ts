import type { RollbackReport } from '../../core/contracts/calls/outcome';
import type { Result } from '../../core/contracts/failure';
import type { RollbackCall } from '../../core/pipeline/runtime/retained-snapshots';
import type { ConfirmRollback, RolledBack } from '../../core/ports/snapshots';
import type { RollbackDialogs } from './rollback-dialogs';
import { counted } from '../../core/base/wording';

export interface RollbackCardDeps {
  readonly rollBack: (call: RollbackCall, confirm: ConfirmRollback) => Promise<Result<RolledBack>>;
  readonly canRollBack: (call: RollbackCall) => boolean;
  readonly dialogs: RollbackDialogs;
}

/** Result of a manual rollback: the card shows it from then on. */
export type RollbackCardState =
  | { readonly state: 'done'; readonly report: RollbackReport }
  /** It can no longer be offered. */
  | { readonly state: 'gone' }
  /** Nothing has changed: it stays offered. */
  | { readonly state: 'offered' };

/** Asks, rolls back, and reports the result. */
export async function rollBackCard(
  call: RollbackCall,
  { rollBack, canRollBack, dialogs }: RollbackCardDeps,
): Promise<RollbackCardState> {
  const done = await rollBack(call, (question) => dialogs.confirm(question));
  if (!done.ok) {
    const { errorCode, message } = done.failure;
    if (errorCode !== 'cancelled') dialogs.failed(`Gatehouse: ${message}`);
    return { state: canRollBack(call) ? 'offered' : 'gone' };
  }
  const { report, notes } = done.value;
  dialogs.done(['Gatehouse: rolled back.', countText(report), ...notes].join(' '));
  return { state: 'done', report };
}

function countText({ restored, removed }: RollbackReport): string {
  if (restored.length + removed.length === 0) return 'Nothing was left to roll back.';
  return `${counted(restored.length, 'file')} restored, ${counted(removed.length, 'file')} removed.`;
}
