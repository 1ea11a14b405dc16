import type { Failure } from '../contracts/failure';
import type { GateCall } from '../contracts/policy/define-gate';
import type { ValidCall } from './call/brands';
import { gateCallOf, resolveSubject, type GateInput } from './gate-input';
import { order } from './order';
import type { PipelineDeps } from './runtime/deps';
import type { Incoming } from './stages/binding';

/**
 * Binds a call that will not run; undefined when a stage refuses it. `onStage` hears of each stage,
 * with its refusal. The quota is left out: counting the call would be a side effect.
 */
export async function bindOnly(
  incoming: Incoming,
  deps: PipelineDeps,
  onStage: (slot: string, refused: Failure | undefined) => void = () => undefined,
): Promise<Incoming | undefined> {
  let call = incoming;
  for (const { slot, stage } of order.bind) {
    if (slot === 'quota') continue;
    const next = await stage(call, deps);
    onStage(slot, next.ok ? undefined : next.failure);
    if (!next.ok) return undefined;
    call = next.value;
  }
  return call;
}

/** A valid call as the gates see it now. */
export async function gateCallNow(
  call: ValidCall,
  { policy, signal }: Pick<GateInput, 'policy' | 'signal'>,
  deps: PipelineDeps,
): Promise<GateCall> {
  const view = await resolveSubject(call.prepared.subject, deps.environment, deps.system.clock);
  const session = deps.state.sessions.of(call.bound.context.sessionId);
  return gateCallOf({ call, view, policy, session, signal }, deps);
}
