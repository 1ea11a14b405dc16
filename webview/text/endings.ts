import type { CallEnding } from '../../src/core/contracts/calls/ending';

/** Shape, word and color of an ending; each is understood without the others. */
export interface EndingLook {
  /** Name of a codicon. */
  readonly icon: string;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'neutral';
}

export const endingLooks: Readonly<Record<CallEnding, EndingLook>> = {
  completed: { icon: 'check', text: 'Completed', tone: 'good' },
  failed: { icon: 'error', text: 'Failed', tone: 'bad' },
  'denied-by-user': { icon: 'circle-slash', text: 'Denied by you', tone: 'neutral' },
  'denied-by-rule': { icon: 'law', text: 'Denied by a rule', tone: 'warn' },
  blocked: { icon: 'shield', text: 'Blocked', tone: 'warn' },
  'approval-timeout': { icon: 'clock', text: 'Approval timed out', tone: 'warn' },
  timeout: { icon: 'clock', text: 'Timed out', tone: 'warn' },
  cancelled: { icon: 'stop-circle', text: 'Cancelled', tone: 'neutral' },
  interrupted: { icon: 'debug-disconnect', text: 'Interrupted', tone: 'warn' },
  skipped: { icon: 'debug-step-over', text: 'Skipped', tone: 'neutral' },
};

/** Endings that need no word on the card: the icon, or an exit code, is enough. */
const silent: ReadonlySet<CallEnding> = new Set(['completed', 'failed']);

export function showsWord(ending: CallEnding): boolean {
  return !silent.has(ending);
}

/** True for a call that was refused before it ran. */
export function isRefused(ending: CallEnding | undefined): boolean {
  return ending !== undefined && refusals.has(ending);
}

const refusals: ReadonlySet<CallEnding> = new Set([
  'denied-by-user',
  'denied-by-rule',
  'blocked',
  'approval-timeout',
  'skipped',
]);
