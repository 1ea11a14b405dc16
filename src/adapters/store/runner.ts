import { fail, type Result } from '../../core/contracts/result';
import { closedFailure } from './closed-failure';
import { attempt } from './disk-failure';
import { isLostLock } from './lost-lock';
import type { StoreSession, StoreSessions } from './sessions';

/** Runs what the ports are asked for; disk errors become failures. */
export interface SessionQueue {
  /** `task` as in "write the audit entry". */
  run<T>(task: string, work: (session: StoreSession) => Promise<Result<T>>): Promise<Result<T>>;
  /** Waits for what runs, and lets what comes wait. */
  runExclusively<T>(task: string, work: (session: StoreSession) => Promise<Result<T>>): Promise<Result<T>>;
  /** Refuses what comes from now on, and waits for what runs. */
  stop(): Promise<void>;
}

export function createSessionQueue(sessions: StoreSessions, log: (line: string) => void): SessionQueue {
  const running = new Set<Promise<unknown>>();
  let barrier: Promise<unknown> | undefined;
  let stopped = false;

  /** Once more when the machine slept in the midst of a write, then under a new lock. */
  async function work<T>(ask: (session: StoreSession) => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await ask(await sessions.current());
    } catch (error) {
      if (!isLostLock(error)) throw error;
      return ask(await sessions.current());
    }
  }

  async function track<T>(result: Promise<Result<T>>): Promise<Result<T>> {
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }

  return {
    run: async (task, ask) => {
      while (barrier !== undefined) await barrier;
      if (stopped) return fail(closedFailure);
      return track(attempt({ task, log }, () => work(ask)));
    },
    runExclusively: async (task, ask) => {
      while (barrier !== undefined) await barrier;
      if (stopped) return fail(closedFailure);
      const before = Promise.allSettled(running);
      const result = track(attempt({ task, log }, () => before.then(() => work(ask))));
      const mine = result.catch(() => undefined);
      barrier = mine;
      // The first to hear of it, so that nothing comes between this and those who wait.
      void mine.then(() => {
        barrier = undefined;
      });
      return result;
    },
    stop: async () => {
      stopped = true;
      await Promise.allSettled(running);
    },
  };
}
