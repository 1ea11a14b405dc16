import type { HttpResponse } from '../../core/ports/http';
import type { ErrorCategory, Failure } from '../../core/contracts/failure';
import type { Random } from '../../core/ports/system';

/** What an answer that is an error says of asking again. */
export interface RetryAdvice {
  /** Undefined: the kind of failure decides. */
  readonly isWorthwhile?: boolean;
  /** Milliseconds that the server asks to wait. */
  readonly afterMs?: number;
}

/** The vendors' own rules (decision model-retry): the server's word first, then the status. */
export function readRetryAdvice({ status, headers }: HttpResponse, now: number): RetryAdvice {
  const afterMs = readRetryAfter(headers, now);
  const said = headers['x-should-retry']?.trim().toLowerCase();
  const isWorthwhile =
    said === 'true' || (said !== 'false' && (isPassing(status) || status >= 500));
  return { isWorthwhile, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** Conditions that pass by themselves: timeout, conflict, too many requests. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429;
}

/** `retry-after-ms` where it is sent, else seconds or a date by the standard. */
function readRetryAfter(headers: HttpResponse['headers'], now: number): number | undefined {
  const ms = readNumber(headers['retry-after-ms']);
  if (ms !== undefined) return ms;
  const value = headers['retry-after'];
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  // Only a date with its weekday: a number that is none, as -1, would pass for a year.
  const date = /^\s*[A-Z][a-z]{2}/.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readNumber(value: string | undefined): number | undefined {
  const text = value?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Of one request, while nothing has been streamed. */
export const maxRetries = 2;
const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** So much of the delay is left to chance, that clients do not all come back at once. */
const jitter = 0.25;
/** What a server asks for beyond this is not waited for. */
const longestAskedMs = 60_000;

/** Failures without a status. Not timeouts: the user has waited long enough to decide. */
const worthRetrying: ReadonlySet<ErrorCategory> = new Set([
  'rate_limited',
  'server_error',
  'network_error',
]);

export interface RetryPlan {
  readonly delayMs: number;
  /** Explains the error to the user; the time of the next attempt is shown next to it. */
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

/** Whether an attempt that failed is followed by another, and when (decision model-retry). */
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
