import type { Clock } from '../ports/clock';

/** Milliseconds that anything which decides on a call may take: a gate, a port, the disk. */
export const decisionDeadlineMs = 5000;

/**
 * Waits for `work`, at most `ms` milliseconds; undefined when it took longer. Late work is left to
 * itself: neither its answer nor its failure comes back. Rejects as `work` does.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  clock: Clock,
): Promise<{ readonly value: T } | undefined> {
  let stop = (): void => undefined;
  const late = new Promise<undefined>((settle) => {
    const timer = clock.after(ms, () => {
      settle(undefined);
    });
    stop = () => {
      timer.dispose();
    };
  });
  try {
    return await Promise.race([work.then((value) => ({ value })), late]);
  } finally {
    stop();
  }
}
