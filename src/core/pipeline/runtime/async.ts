import type { Clock } from '../../ports/system';
import type { Disposable } from '../../ports/disposable';

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

/** Waits `ms` milliseconds, or until the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
  let end = (): void => undefined;
  const over = new Promise<void>((settle) => {
    const stop = (): void => {
      settle();
    };
    const timer = clock.after(ms, stop);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    end = () => {
      timer.dispose();
      signal.removeEventListener('abort', stop);
    };
  });
  await over;
  end();
}

/** A signal for what happens inside another one's reach. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts this signal alone. */
  abort(): void;
}

/**
 * Aborts with `outer`, on which it is one listener: whatever listens inside a call, and however many
 * calls of a turn run at once, the signal of the turn keeps a short list.
 */
export function linkedSignal(outer: AbortSignal): LinkedSignal {
  const own = new AbortController();
  const abort = (): void => {
    own.abort();
  };
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort, { once: true });
  return {
    signal: own.signal,
    abort,
    dispose: () => {
      outer.removeEventListener('abort', abort);
    },
  };
}

/** The ends that are still to come. No reset of a chat forgets one. */
export interface TaskSet {
  add(recorded: Promise<void>): void;
  /** Settles when all of them are recorded. */
  settled(): Promise<void>;
}

export function createTaskSet(): TaskSet {
  const open = new Set<Promise<void>>();
  return {
    add: (recorded) => {
      open.add(recorded);
      void recorded.then(() => open.delete(recorded));
    },
    settled: async () => {
      await Promise.all(open);
    },
  };
}
