import { say, type Sentence } from '../base/sentence';
import { succeed, type Result } from '../contracts/failure';
import type { PipelineDeps } from './runtime/deps';
import { order } from './order';
import type { Incoming } from './stages/binding';
import type { AroundStage, Next, RunningCall } from './around/layer';
import { type ClearedCall, type Outcome, mintSafe, type SafeOutcome } from './call/brands';
import type { CallOutcome, CallStatus } from '../contracts/calls/outcome';
import { canonicalJson } from './runtime/plain-json';
import type { OutcomeDraft } from './finish/draft';
import { isRetried } from './runtime/retry-limits';

/** Passes a call through the first phase of order.ts; calls `learn` after each step. */
export async function bindStages(
  incoming: Incoming,
  deps: PipelineDeps,
  learn: (call: Incoming) => void,
): Promise<Result<Incoming>> {
  let call = incoming;
  for (const { stage } of order.bind) {
    const answer = stage(call, deps);
    const next = answer instanceof Promise ? await answer : answer;
    if (!next.ok) return next;
    call = next.value;
    learn(call);
  }
  return succeed(call);
}

const layers: readonly AroundStage[] = order.around.flatMap(({ stage }) =>
  stage === 'empty' ? [] : [stage],
);

/** Runs the layers of order.ts around a cleared call; the first is the outermost. */
export function runAround(
  call: ClearedCall,
  running: RunningCall,
  deps: PipelineDeps,
): Promise<Outcome> {
  const innermost: Next = () => Promise.reject(new Error('order.ts has no stage that executes.'));
  const outermost = layers.reduceRight<Next>(
    (next, layer) => (inside) => layer(call, inside, next, deps),
    innermost,
  );
  return outermost(running);
}

/** Passes an outcome through the finish stages of order.ts; only then may it leave. */
export async function finishOutcome(
  outcome: Outcome,
  deps: PipelineDeps,
  reader: 'model' | 'audit' = 'model',
): Promise<SafeOutcome> {
  const { bound, prepared } = outcome.cleared.valid;
  const { tool, raw, context, policy } = bound;
  let draft: OutcomeDraft = {
    tool,
    toolCallId: raw.toolCallId,
    callKey: reader === 'model' ? callKeyOf(outcome) : undefined,
    sessionId: context.sessionId,
    limits: policy.limits,
    value: outcome.value,
    fields: {},
    report: outcome.filter,
    spooled: outcome.spooled,
    failed: outcome.failed,
    failure: outcome.failure,
    isRetried: isRetried(prepared, deps.settings.retry()),
    warnings: [...(outcome.transaction?.warnings ?? []), ...failedAttemptsWarning(outcome)],
    redacted: new Map(),
    text: '',
    overflowId: undefined,
    isCut: false,
    repeats: undefined,
  };
  for (const { stage } of order.finish) {
    const next = stage(draft, deps);
    draft = next instanceof Promise ? await next : next;
  }
  return mintSafe({
    toolCallId: raw.toolCallId,
    tool: tool.id,
    kind: tool.kind,
    effect: prepared.effect,
    status: statusOf(draft),
    text: draft.text,
    ...shownOf(draft),
    decision: outcome.cleared.decision,
    durationMs: 0,
    warnings: draft.warnings,
    ...(outcome.attempts === undefined ? {} : { attempts: outcome.attempts }),
    ...(draft.failure === undefined ? {} : { failure: draft.failure }),
    ...(draft.overflowId === undefined ? {} : { overflowId: draft.overflowId }),
    ...shorteningOf(draft),
    ...(outcome.transaction?.rollback && { rollback: outcome.transaction.rollback }),
  });
}

/** Only for tools with output filters; a repeated output of other tools was asked for. */
function callKeyOf({ cleared, continues }: Outcome): string | undefined {
  const { bound } = cleared.valid;
  if (bound.tool.filtered === undefined || continues !== undefined) return undefined;
  return `${bound.tool.id} ${canonicalJson(bound.args)}`;
}

/** A text that is cut for the model counts as truncated for card, envelope and log. */
function shownOf({
  tool,
  fields,
  isCut,
}: OutcomeDraft): Pick<CallOutcome, 'output' | 'presentation'> {
  if (!isCut) return { output: fields, presentation: tool.present(fields) };
  const output = 'truncated' in fields ? { ...fields, truncated: true } : fields;
  return { output, presentation: { ...tool.present(output), truncated: true } };
}

function shorteningOf({ report, repeats }: OutcomeDraft): Pick<CallOutcome, 'filter' | 'repeats'> {
  if (repeats !== undefined) return { repeats };
  if (report === undefined) return {};
  const { text: _, ...filter } = report;
  return { filter };
}

/** Model and user should know that retrying at once would fail as well. */
function failedAttemptsWarning({ attempts, failed }: Outcome): readonly Sentence[] {
  if (attempts === undefined || !failed) return [];
  return [say`The call was tried ${attempts} times; every attempt failed.`];
}

function statusOf(draft: OutcomeDraft): CallStatus {
  if (draft.failure?.errorCode === 'cancelled') return 'cancelled';
  return draft.failed || draft.failure !== undefined ? 'failed' : 'completed';
}
