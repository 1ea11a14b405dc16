import { fail, type Result } from '../../core/contracts/result';
import { closedFailure } from './closed-failure';
import { attempt } from './disk-failure';
import type { Session, Sessions } from './sessions';

/** Runs what the ports are asked for; disk errors become failures. */
export interface Runner {
  /** `task` as in "write the audit entry". */
  run<T>(task: string, work: (session: Session) => Promise<Result<T>>): Promise<Result<T>>;
  /** Refuses what comes from now on, and waits for what runs. */
  stop(): Promise<void>;
}

export function createRunner(sessions: Sessions, log: (line: string) => void): Runner {
  const running = new Set<Promise<unknown>>();
  let stopped = false;
  return {
    run: async (task, work) => {
      if (stopped) return fail(closedFailure);
      const result = attempt({ task, log }, async () => work(await sessions.current()));
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    stop: async () => {
      stopped = true;
      await Promise.allSettled(running);
    },
  };
}
