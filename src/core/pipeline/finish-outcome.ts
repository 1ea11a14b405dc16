import type { CallOutcome, CallStatus } from '../contracts/outcome';
import type { PipelineDeps } from './deps';
import type { Draft } from './finish/draft';
import { mintSafe, type Outcome, type SafeOutcome } from './mint';
import { order } from './order';
import { isRetried } from './retry-limits';

/** Passes an outcome through the finish stages of order.ts; only then may it leave. */
export async function finishOutcome(outcome: Outcome, deps: PipelineDeps): Promise<SafeOutcome> {
  const { tool, raw, context, policy } = outcome.cleared.valid.bound;
  let draft: Draft = {
    tool,
    sessionId: context.sessionId,
    limits: policy.limits,
    value: outcome.value,
    fields: {},
    failed: outcome.failed,
    failure: outcome.failure,
    isRetried: isRetried(tool, deps.retry()),
    warnings: [...(outcome.transaction?.warnings ?? []), ...triedInVain(outcome)],
    text: '',
    overflowId: undefined,
  };
  for (const { stage } of order.finish) {
    if (stage !== 'empty') draft = await stage(draft, deps);
  }
  return mintSafe({
    toolCallId: raw.toolCallId,
    tool: tool.id,
    kind: tool.kind,
    effect: tool.effect,
    status: statusOf(draft),
    text: draft.text,
    output: draft.fields,
    exhibit: tool.exhibit(draft.fields),
    decision: outcome.cleared.decision,
    durationMs: 0,
    warnings: draft.warnings,
    ...(outcome.attempts === undefined ? {} : { attempts: outcome.attempts }),
    ...(draft.failure === undefined ? {} : { failure: draft.failure }),
    ...(draft.overflowId === undefined ? {} : { overflowId: draft.overflowId }),
    ...rollbackOf(outcome),
  });
}

/** Model and person should know that another call at once is the same again. */
function triedInVain({ attempts, failed }: Outcome): readonly string[] {
  if (attempts === undefined || !failed) return [];
  return [`The call was tried ${String(attempts)} times; no attempt succeeded.`];
}

function rollbackOf({ transaction }: Outcome): Pick<CallOutcome, 'rollback' | 'canRollBack'> {
  if (transaction === undefined) return {};
  const { rollback, canRollBack } = transaction;
  return { ...(rollback === undefined ? {} : { rollback }), ...(canRollBack && { canRollBack }) };
}

function statusOf(draft: Draft): CallStatus {
  if (draft.failure?.errorCode === 'cancelled') return 'cancelled';
  return draft.failed || draft.failure !== undefined ? 'failed' : 'completed';
}
