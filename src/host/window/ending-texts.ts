import type { CallEnding } from '../../core/contracts/calls/ending';
import { t } from './language';

/** How a call ended, in the audit view and in exports; the panel uses the same words. */
export const endingTexts = (): Readonly<Record<CallEnding, string>> => ({
  completed: t('Completed'),
  failed: t('Failed'),
  'denied-by-user': t('Denied by you'),
  'denied-by-rule': t('Denied by a rule'),
  blocked: t('Blocked'),
  'approval-timeout': t('Approval timed out'),
  timeout: t('Timed out'),
  cancelled: t('Cancelled'),
  interrupted: t('Interrupted'),
  skipped: t('Skipped'),
});
