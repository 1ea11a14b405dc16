import type { HttpResponse } from '../../core/ports/http';

/** What an answer that is an error says of asking again. */
export interface RetryAdvice {
  /** Undefined: the kind of failure decides. */
  readonly isWorthwhile?: boolean;
  /** Milliseconds that the server asks to wait. */
  readonly afterMs?: number;
}

/** The vendors' own rules (cogni-wink 5.1): the server's word first, then the status. */
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
