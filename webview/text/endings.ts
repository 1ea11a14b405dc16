import type { CallEnding } from '../../src/core/contracts/calls/ending';
import { t } from '../l10n/l10n';

/** Shape, word and color of an ending; each is understood without the others. */
export interface EndingLook {
  /** Name of a codicon. */
  readonly icon: string;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'neutral';
}

export const endingLooks: Readonly<Record<CallEnding, EndingLook>> = {
  completed: { icon: 'check', text: t('ending.completed'), tone: 'good' },
  failed: { icon: 'error', text: t('ending.failed'), tone: 'bad' },
  'denied-by-user': { icon: 'circle-slash', text: t('ending.denied-by-user'), tone: 'neutral' },
  'denied-by-rule': { icon: 'law', text: t('ending.denied-by-rule'), tone: 'warn' },
  blocked: { icon: 'shield', text: t('ending.blocked'), tone: 'warn' },
  'approval-timeout': { icon: 'clock', text: t('ending.approval-timeout'), tone: 'warn' },
  timeout: { icon: 'clock', text: t('ending.timeout'), tone: 'warn' },
  cancelled: { icon: 'stop-circle', text: t('ending.cancelled'), tone: 'neutral' },
  interrupted: { icon: 'debug-disconnect', text: t('ending.interrupted'), tone: 'warn' },
  skipped: { icon: 'debug-step-over', text: t('ending.skipped'), tone: 'neutral' },
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
