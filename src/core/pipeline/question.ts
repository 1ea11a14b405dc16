import type { GateCall } from '../contracts/define-gate';
import type { Policy } from '../contracts/policy';
import { toolSourceOf } from '../contracts/trust';
import type { ResolvedSubject } from './call-paths';
import type { PipelineDeps } from './deps';
import type { ValidCall } from './mint';
import type { SessionState } from './sessions';

export interface GateInput {
  readonly call: ValidCall;
  readonly view: ResolvedSubject;
  /** May be newer than the one the call began with. */
  readonly policy: Policy;
  readonly session: SessionState;
  readonly signal: AbortSignal;
}

/** What the gates are asked about a call. */
export function gateCallOf(
  { call, view, policy, session, signal }: GateInput,
  { trust }: Pick<PipelineDeps, 'trust'>,
): GateCall {
  const { tool, raw, context, args } = call.bound;
  const { effect, subject } = call.prepared;
  return {
    tool: { id: tool.id, name: tool.name, effect, group: tool.group },
    subject,
    params: args,
    ...view,
    policy,
    trust: trust.levelOf(context.sessionId, toolSourceOf(tool.id)),
    record: session,
    policyState: (name) => session.policyState(name),
    origin: raw.origin,
    phase: raw.phase,
    context,
    signal,
  };
}
