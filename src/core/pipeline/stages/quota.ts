import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import type { BindStage } from './incoming';

/** Refuses a call beyond the chat's quota; never drops it silently (000). */
export const quota: BindStage = (call, deps) => {
  const limit = deps.policy.maxCallsPerSession();
  if (deps.spent.spend(call.raw, call.context.sessionId, limit)) return succeed(call);
  return fail(
    failure('quota_blocked', `This chat has used its ${String(limit)} tool calls.`, {
      suggestion: 'Finish with what is known, or ask the user to raise the limit.',
    }),
  );
};
