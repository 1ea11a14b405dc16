import type { ErrorCategory, Failure } from '../../core/contracts/failure';
import type { Random } from '../../core/ports/random';
import type { RetryAdvice } from './retry-advice';

/** Of one request, while nothing has been streamed. */
export const maxRetries = 2;
const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** So much of the delay is left to chance, that clients do not all come back at once. */
const jitter = 0.25;
/** What a server asks for beyond this is not waited for. */
const longestAskedMs = 60_000;

/** Where no status tells. A timeout is left out: the person has waited long enough to decide. */
const worthRetrying: ReadonlySet<ErrorCategory> = new Set([
  'rate_limited',
  'server_error',
  'network_error',
]);

export interface RetryPlan {
  readonly delayMs: number;
  /** Tells the person why; that it is tried again, and when, is shown beside it. */
  readonly text: string;
}

export interface FailedAttempt {
  readonly failure: Failure;
  /** Counted from 1. */
  readonly attempt: number;
  readonly advice: RetryAdvice;
  /** How often it may be tried again at all. */
  readonly retries: number;
}

/** Whether an attempt that failed is followed by another, and when (cogni-wink 5.1). */
export function planRetry(
  { failure, attempt, advice, retries }: FailedAttempt,
  random: Random,
): RetryPlan | undefined {
  const isWorthwhile = advice.isWorthwhile ?? worthRetrying.has(failure.category);
  if (attempt > retries || !isWorthwhile) return undefined;
  const { afterMs } = advice;
  const isAsked = afterMs !== undefined && afterMs <= longestAskedMs;
  return {
    delayMs: isAsked ? afterMs : backoffMs(attempt, random),
    text: `${failure.message} Attempt ${String(attempt)} of ${String(retries + 1)} failed.`,
  };
}

/** 0.5 s, doubling to 8 s, less up to a quarter. */
function backoffMs(attempt: number, random: Random): number {
  const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
  return delay * (1 - random.next() * jitter);
}
