import type { GateCall } from '../contracts/define-gate';
import type { Policy } from '../contracts/policy';
import { toolSourceOf } from '../contracts/trust';
import type { CallView } from './call-paths';
import type { PipelineDeps } from './deps';
import type { ValidCall } from './mint';
import type { SessionState } from './sessions';

export interface Questioned {
  readonly call: ValidCall;
  readonly view: CallView;
  /** May be newer than the one the call began with. */
  readonly policy: Policy;
  readonly session: SessionState;
  readonly signal: AbortSignal;
}

/** What the gates are asked about a call. */
export function questionOf(
  { call, view, policy, session, signal }: Questioned,
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
