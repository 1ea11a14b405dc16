import type { PreparedCall } from '../../contracts/tools/bound-tool';

/** Bounds of the automatic retry (000-retry-3). */
export interface RetryLimits {
  /** Attempts after the first one; 0 turns it off. */
  readonly maxAttempts: number;
  /** Milliseconds of the first wait at most; each next may take twice as long. */
  readonly baseMs: number;
  /** Milliseconds that no wait exceeds. */
  readonly maxMs: number;
  /** Seconds for a call with all its waits; what would end later is not begun. */
  readonly budgetSecs: number;
}

/** Only what may be done twice is tried again: never a side effect (000-retry-1). */
export function isRetried({ retryable }: PreparedCall, { maxAttempts }: RetryLimits): boolean {
  return retryable && maxAttempts > 0;
}

/**
 * Milliseconds before retry `index`, counted from 0: full jitter, anything up to a bound that
 * doubles each time. `chance` is at least 0 and below 1.
 */
export function retryWait(
  index: number,
  { baseMs, maxMs }: Pick<RetryLimits, 'baseMs' | 'maxMs'>,
  chance: number,
): number {
  return Math.floor(chance * (Math.min(maxMs, baseMs * 2 ** index) + 1));
}
