import type { CallPaths } from '../contracts/call-paths';
import type { GateCall } from '../contracts/define-gate';
import type { Policy } from '../contracts/policy';
import { toolSourceOf } from '../contracts/trust';
import type { PipelineDeps } from './deps';
import type { ValidCall } from './mint';

/** What the gates are asked about a call, under a policy that may be newer than the call's own. */
export function questionOf(
  call: ValidCall,
  paths: CallPaths,
  policy: Policy,
  deps: Pick<PipelineDeps, 'sessions' | 'trust'>,
): GateCall {
  const { tool, raw, context, args } = call.bound;
  const record = deps.sessions.of(context.sessionId);
  return {
    tool: { id: tool.id, name: tool.name, effect: tool.effect, group: tool.group },
    subject: call.prepared.subject,
    params: args,
    paths,
    policy,
    trust: deps.trust.levelOf(context.sessionId, toolSourceOf(tool.id)),
    record,
    policyState: (name) => record.policyState(name),
    origin: raw.origin,
    phase: raw.phase,
    context,
  };
}
