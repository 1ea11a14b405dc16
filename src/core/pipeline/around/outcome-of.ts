import type { ToolResult } from '../../contracts/define-tool';
import type { Failure } from '../../contracts/failure';
import { mintOutcome, type ClearedCall, type Outcome, type TransactionEnd } from '../mint';

/** What a tool's answer becomes. The value is still unchecked. */
export function outcomeOf(call: ClearedCall, result: ToolResult<unknown>): Outcome {
  if (result.ok) {
    const { value, failed = false, seen = [], continues, filter } = result;
    const ended = { cleared: call, value, failed, failure: undefined, seen, filter };
    return mintOutcome(continues === undefined ? ended : { ...ended, continues });
  }
  const { failure, value, filter } = result;
  return mintOutcome({ ...failedOutcome(call, failure, value), filter });
}

/** An outcome that failed; `value` is what there was of an answer. */
export function failedOutcome(call: ClearedCall, failure: Failure, value?: unknown): Outcome {
  return mintOutcome({ cleared: call, value, failed: true, failure, filter: undefined, seen: [] });
}

/** An outcome whose answer comes too late: what it started may run on nevertheless. */
export function failedLate(outcome: Outcome, failure: Failure): Outcome {
  return mintOutcome({ ...outcome, failed: true, failure, seen: [] });
}

/** An outcome after so many attempts; one alone is not worth telling. */
export function withAttempts(outcome: Outcome, attempts: number): Outcome {
  return attempts === 1 ? outcome : mintOutcome({ ...outcome, attempts });
}

/** An outcome with what became of its copies; a rollback that broke off is its failure. */
export function withTransaction(
  outcome: Outcome,
  transaction: TransactionEnd,
  failure = outcome.failure,
): Outcome {
  const failed = outcome.failed || failure !== undefined;
  return mintOutcome({ ...outcome, failed, failure, transaction });
}
