import type { ErrorCategory, Failure } from '../../core/contracts/failure';

const maxRetries = 2;
const firstDelayMs = 500;
/** A server that asks for longer is not waited for. */
const maxDelayMs = 60_000;

/** A timeout is left out: the person has waited long enough to decide. */
const worthRetrying: ReadonlySet<ErrorCategory> = new Set([
  'rate_limited',
  'server_error',
  'network_error',
]);

export interface RetryPlan {
  readonly delayMs: number;
  /** Tells the person. */
  readonly notice: string;
}

/** Whether attempt number `attempt`, counted from 1, is followed by another, and when. */
export function planRetry(
  failed: Failure,
  attempt: number,
  retryAfterMs: number | undefined,
): RetryPlan | undefined {
  if (attempt > maxRetries || !worthRetrying.has(failed.category)) return undefined;
  if (retryAfterMs !== undefined && retryAfterMs > maxDelayMs) return undefined;
  const delayMs = retryAfterMs ?? firstDelayMs * 2 ** (attempt - 1);
  const count = `${String(attempt)} of ${String(maxRetries)}`;
  const notice = `${failed.message} Trying again in ${seconds(delayMs)} (${count}).`;
  return { delayMs, notice };
}

/** "0.5 s", "3 s", "2 min". */
export function seconds(ms: number): string {
  if (ms >= 120_000) return `${String(Math.ceil(ms / 60_000))} min`;
  return `${String(Math.round(ms / 100) / 10)} s`;
}
