import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import type { BindStage } from './incoming';

/** Refuses a call beyond the chat's quota; never drops it silently (000). Retries are free. */
export const quota: BindStage = (call, { sessions }) => {
  const limit = call.policy.limits.maxCallsPerSession;
  if (call.raw.attempt > 0) return succeed(call);
  if (sessions.of(call.context.sessionId).spend(limit)) return succeed(call);
  return fail(
    failure('quota_blocked', `This chat has used its ${String(limit)} tool calls.`, {
      suggestion: 'Finish with what is known, or ask the user to raise the limit.',
    }),
  );
};
