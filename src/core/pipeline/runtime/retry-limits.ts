import type { PreparedCall } from '../../contracts/tools/bound-tool';

/** Limits of the automatic retry (000-retry-3). */
export interface RetryLimits {
  /** Attempts after the first; 0 turns retries off. */
  readonly maxAttempts: number;
  /** Maximum delay before the first retry; doubles with each further one. */
  readonly baseMs: number;
  /** Maximum delay before any retry. */
  readonly maxMs: number;
  /** Limit for a call with all its delays; a retry that would end later is not started. */
  readonly budgetSecs: number;
}

/** Only calls that are safe to repeat are retried: never a side effect (000-retry-1). */
export function isRetried({ retryable }: PreparedCall, { maxAttempts }: RetryLimits): boolean {
  return retryable && maxAttempts > 0;
}

/**
 * Delay before retry `index`, counted from 0: full jitter, random up to a limit that doubles each
 * time. `chance` is at least 0 and below 1.
 */
export function retryWait(
  index: number,
  { baseMs, maxMs }: Pick<RetryLimits, 'baseMs' | 'maxMs'>,
  chance: number,
): number {
  return Math.floor(chance * (Math.min(maxMs, baseMs * 2 ** index) + 1));
}
