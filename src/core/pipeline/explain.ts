import type { RawCall, RunContext } from '../contracts/calls/call';
import { refusingLine, type ExplainStep, type Explanation } from '../contracts/calls/decision';
import type { Failure } from '../contracts/failure';
import type { Policy } from '../contracts/policy/policy';
import { bind, type Incoming } from './stages/binding';
import { resolveSubject, gateCallOf } from './gate-input';
import type { PipelineDeps } from './runtime/deps';
import { cleanFailure } from './finish/redact';
import type { ValidCall } from './call/brands';
import { shownName } from './call/call-facts';
import { order } from './order';
import { shadowedDenies } from './shadowed-rules';
import { explainGates } from './stages/gates';

/**
 * The decision for a call and its reasons: every stage and gate in order, with verdict, rule and
 * source. Runs nothing, asks nothing, spends no quota, writes no audit entry.
 */
export async function explain(
  raw: RawCall,
  context: RunContext,
  deps: PipelineDeps,
): Promise<Explanation> {
  const policy = deps.access.policy.current(context.sessionId);
  const bound = await explainBinding({ raw, context, policy, args: {}, tool: undefined }, deps);
  const steps = [...bound.steps];
  if (bound.call !== undefined) {
    const valid = order.validate(bind(bound.call));
    steps.push(stepOf('validate', valid.ok ? undefined : valid.failure));
    if (valid.ok) steps.push(...(await gateSteps(valid.value, policy, deps)));
  }
  return {
    tool: bound.call?.tool?.id ?? shownName(raw.tool),
    policyVersion: policy.version,
    steps,
    verdict: combined(steps),
    shadowed: shadowedDenies(policy.permissions, deps.toolsWith('runsCommand')),
  };
}

interface Binding {
  readonly steps: readonly ExplainStep[];
  /** Undefined when a stage refused the call, so that later stages cannot be evaluated. */
  readonly call: Incoming | undefined;
}

async function explainBinding(incoming: Incoming, deps: PipelineDeps): Promise<Binding> {
  const steps: ExplainStep[] = [];
  let call = incoming;
  for (const { slot, stage } of order.bind) {
    // Counting the call would be a side effect.
    if (slot === 'quota') continue;
    const next = await stage(call, deps);
    steps.push(stepOf(slot, next.ok ? undefined : next.failure));
    if (!next.ok) return { steps, call: undefined };
    call = next.value;
  }
  return { steps, call };
}

async function gateSteps(
  valid: ValidCall,
  policy: Policy,
  deps: PipelineDeps,
): Promise<readonly ExplainStep[]> {
  const view = await resolveSubject(valid.prepared.subject, deps.environment, deps.system.clock);
  const session = deps.state.sessions.of(valid.bound.context.sessionId);
  const { signal } = new AbortController();
  const question = gateCallOf({ call: valid, view, policy, session, signal }, deps);
  return explainGates(question, deps);
}

function stepOf(slot: string, failed: Failure | undefined): ExplainStep {
  if (failed === undefined) return { slot, verdict: 'allow', reason: 'passes' };
  const { message, errorCode } = cleanFailure(failed, false);
  return { slot, verdict: 'deny', reason: message, errorCode };
}

function combined(steps: readonly ExplainStep[]): Explanation['verdict'] {
  const refused = refusingLine(steps);
  if (refused !== undefined) return refused.verdict;
  return steps.some(({ verdict }) => verdict === 'ask') ? 'ask' : 'allow';
}
