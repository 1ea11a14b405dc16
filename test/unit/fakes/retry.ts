import type { RetryLimits } from '../../../src/core/pipeline/runtime/retry-limits';

/** No retries. */
export const noRetry: RetryLimits = { maxAttempts: 0, baseMs: 500, maxMs: 5000, budgetSecs: 30 };
