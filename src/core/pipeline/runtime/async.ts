import type { Clock } from '../../ports/system';
import type { Disposable } from '../../ports/disposable';

/** Time limit for anything that decides on a call: a gate, a port, the disk. */
export const decisionDeadlineMs = 5000;

/**
 * Waits for `work`, at most `ms` milliseconds; undefined if it takes longer. Late work is
 * abandoned: its result or failure is dropped. Rejects if `work` does.
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

/** A signal that also aborts with another one. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts this signal only. */
  abort(): void;
}

/**
 * Aborts with `outer`, on which it is a single listener: however many listeners a call has, and
 * however many calls a turn runs at once, the turn's signal has few.
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

/** Tasks that have not ended. A reset of a chat does not drop them. */
export interface TaskSet {
  add(recorded: Promise<void>): void;
  /** Resolves when all of them are recorded. */
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
