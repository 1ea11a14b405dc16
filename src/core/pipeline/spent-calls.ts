import type { RawCall } from '../contracts/call';

/** Calls each session has made; first attempts only (000 Quota; DESIGN decision 15). */
export interface SpentCalls {
  /** Counts a first attempt; false when the limit is spent. A limit of 0 is none. */
  spend(raw: RawCall, sessionId: string, limit: number): boolean;
  reset(sessionId: string): void;
}

export function createSpentCalls(): SpentCalls {
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
