import { say } from '../base/sentence';
import type { RawCall, RunContext } from '../contracts/calls/call';
import { refusingLine, type ExplainStep, type Explanation } from '../contracts/calls/decision';
import { saidOf, type Failure } from '../contracts/failure';
import { bind } from './stages/binding';
import { bindOnly, gateCallNow } from './judge-only';
import type { PipelineDeps } from './runtime/deps';
import { cleanFailure } from './finish/redact';
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
  const steps: ExplainStep[] = [];
  const incoming = { raw, context, policy, args: {}, tool: undefined };
  const call = await bindOnly(incoming, deps, (slot, refused) => steps.push(stepOf(slot, refused)));
  if (call !== undefined) {
    const valid = order.validate(bind(call));
    steps.push(stepOf('validate', valid.ok ? undefined : valid.failure));
    if (valid.ok) {
      const { signal } = new AbortController();
      const question = await gateCallNow(valid.value, { policy, signal }, deps);
      steps.push(...(await explainGates(question, deps)));
    }
  }
  return {
    tool: call?.tool?.id ?? shownName(raw.tool),
    policyVersion: policy.version,
    permissionLevel: policy.permissionLevel,
    steps,
    verdict: combined(steps),
    shadowed: shadowedDenies(policy.permissions, deps.toolsWith('runsCommand')),
  };
}

function stepOf(slot: string, failed: Failure | undefined): ExplainStep {
  if (failed === undefined) return { slot, verdict: 'allow', reason: say`passes` };
  const clean = cleanFailure(failed, false);
  return { slot, verdict: 'deny', reason: saidOf(clean), errorCode: clean.errorCode };
}

function combined(steps: readonly ExplainStep[]): Explanation['verdict'] {
  const refused = refusingLine(steps);
  if (refused !== undefined) return refused.verdict;
  return steps.some(({ verdict }) => verdict === 'ask') ? 'ask' : 'allow';
}
