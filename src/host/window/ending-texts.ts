import type { CallEnding } from '../../core/contracts/calls/ending';

/** How a call ended, in the audit log and in exports; the panel uses the same words. */
export const endingTexts: Readonly<Record<CallEnding, string>> = {
  completed: 'Completed',
  failed: 'Failed',
  'denied-by-user': 'Denied by you',
  'denied-by-rule': 'Denied by a rule',
  blocked: 'Blocked',
  'approval-timeout': 'Approval timed out',
  timeout: 'Timed out',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
  skipped: 'Skipped',
};
