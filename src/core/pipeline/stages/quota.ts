import type { RawCall } from '../../contracts/call';
import { failure } from '../../contracts/failure';
import { fail, succeed } from '../../contracts/result';
import type { BindStage } from './incoming';

/** Calls each session has made; first attempts only (000 Quota; DESIGN decision 15). */
export interface Quota {
  /** Counts a first attempt; false when the limit is spent. A limit of 0 is none. */
  spend(raw: RawCall, sessionId: string, limit: number): boolean;
  reset(sessionId: string): void;
}

export function createQuota(): Quota {
  const spent = new Map<string, number>();
  return {
    spend: (raw, sessionId, limit) => {
      if (raw.attempt > 0) return true;
      const calls = (spent.get(sessionId) ?? 0) + 1;
      if (limit > 0 && calls > limit) return false;
      spent.set(sessionId, calls);
      return true;
    },
    reset: (sessionId) => {
      spent.delete(sessionId);
    },
  };
}

/** Refuses a call beyond the chat's quota; never drops it silently (000). */
export const quota: BindStage = (call, deps) => {
  const limit = deps.policy.maxCallsPerSession();
  if (deps.quota.spend(call.raw, call.context.sessionId, limit)) return succeed(call);
  return fail(
    failure('quota_blocked', `This chat has used its ${String(limit)} tool calls.`, {
      suggestion: 'Finish with what is known, or ask the user to raise the limit.',
    }),
  );
};
