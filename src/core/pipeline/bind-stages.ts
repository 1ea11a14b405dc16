import { succeed, type Result } from '../contracts/result';
import type { PipelineDeps } from './deps';
import { order } from './order';
import type { Incoming } from './stages/incoming';

/** Passes a call through the first phase of order.ts; `learn` is told after each step. */
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
