import { say, type Sentence } from '../../core/base/sentence';
import type { HttpResponse } from '../../core/ports/http';
import { saidOf, type ErrorCategory, type Failure } from '../../core/contracts/failure';
import type { Random } from '../../core/ports/system';

/** The retry advice in an error response. */
export interface RetryAdvice {
  /** Undefined: depends on the kind of error. */
  readonly isWorthwhile?: boolean;
  /** Delay requested by the server, in milliseconds. */
  readonly afterMs?: number;
}

/**
 * The vendors' rules (decision model-retry): the server's explicit advice first, then the status.
 */
export function readRetryAdvice({ status, headers }: HttpResponse, now: number): RetryAdvice {
  const afterMs = readRetryAfter(headers, now);
  const said = headers['x-should-retry']?.trim().toLowerCase();
  const isWorthwhile =
    said === 'true' || (said !== 'false' && (isPassing(status) || status >= 500));
  return { isWorthwhile, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** Temporary conditions: timeout, conflict, too many requests. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429;
}

/** `retry-after-ms` if present, otherwise the standard header in seconds or as a date. */
function readRetryAfter(headers: HttpResponse['headers'], now: number): number | undefined {
  const ms = readNumber(headers['retry-after-ms']);
  if (ms !== undefined) return ms;
  const value = headers['retry-after'];
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  // Accept only dates with a weekday: `-1` would parse as a date in a year.
  const date = /^\s*[A-Z][a-z]{2}/.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readNumber(value: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Retries of one request, while nothing has been streamed. */
export const maxRetries = 2;
const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** Random share of the delay, so that clients do not all retry at once. */
const jitter = 0.25;
/** Longer requested delays are ignored. */
const longestAskedMs = 60_000;

/**
 * Errors without a status that are retried. Not timeouts: the user has waited long enough to
 * decide.
 */
const worthRetrying: ReadonlySet<ErrorCategory> = new Set([
  'rate_limited',
  'server_error',
  'network_error',
]);

export interface RetryPlan {
  readonly delayMs: number;
  /** Explains the error to the user; the time of the next attempt is shown next to it. */
  readonly text: Sentence;
}

export interface FailedAttempt {
  readonly failure: Failure;
  /** Counted from 1. */
  readonly attempt: number;
  readonly advice: RetryAdvice;
  readonly retries: number;
}

/** Decides whether and when a failed attempt is repeated (decision model-retry). */
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
    text: say`${saidOf(failure)} Attempt ${attempt} of ${retries + 1} failed.`,
  };
}

/** 0.5 s, doubling to 8 s, minus up to a quarter. */
function backoffMs(attempt: number, random: Random): number {
  const delay = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
  return delay * (1 - random.next() * jitter);
}
