interface Disposable {
  dispose(): void;
}

/** The part of the clock that waits; a fake clock in tests. */
interface Timers {
  after(ms: number, callback: () => void): Disposable;
}

/** Reads it again: the compiler assumes that `signal.aborted` does not change. */
export function isAborted(signal: { readonly aborted: boolean }): boolean {
  return signal.aborted;
}

/**
 * Calls `load` on first use and shares its result. A failed load is forgotten, so that the
 * next use tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const forgetFailed = async (begun: Promise<T>): Promise<T> => {
    try {
      return await begun;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return () => (loading ??= forgetFailed(load()));
}

/**
 * Waits for `work`, at most `ms` milliseconds; undefined if it takes longer. Late work is
 * abandoned: its result or failure is dropped. Rejects if `work` does.
 */
export function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  timers: Timers,
): Promise<{ readonly value: T } | undefined> {
  return new Promise((settle, reject) => {
    const timer = timers.after(ms, () => {
      settle(undefined);
    });
    const release = (): void => {
      timer.dispose();
    };
    work.then(release, release);
    work.then((value) => {
      settle({ value });
    }, reject);
  });
}

/** Settles after `ms` milliseconds, or at once when the signal aborts; never rejects. */
export async function sleep(ms: number, signal: AbortSignal, timers: Timers): Promise<void> {
  if (signal.aborted) return;
  let timer: Disposable | undefined;
  let finish = (): void => undefined;
  await new Promise<void>((settle) => {
    finish = settle;
    timer = timers.after(ms, finish);
    if (isAborted(signal)) finish();
    else signal.addEventListener('abort', finish);
  });
  timer?.dispose();
  signal.removeEventListener('abort', finish);
}

/** A signal that also aborts with another one. */
export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
  /** Aborts this signal only. */
  abort(): void;
}

/**
 * Aborts with `outer`, on which it is a single listener, and which forgets it when it is disposed:
 * listeners that a tool leaves behind do not gather on the signal of a turn.
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

/**
 * Waits for `work`, or for the user's stop if `stopped` returns a value then. Abandoned work
 * continues, and its result or failure is dropped.
 */
export function raceAbort<T>(
  work: Promise<T>,
  signal: AbortSignal,
  stopped: () => T | undefined,
): Promise<T> {
  return new Promise((settle, reject) => {
    const listener = (): void => {
      const answer = stopped();
      if (answer !== undefined) settle(answer);
    };
    signal.addEventListener('abort', listener, { once: true });
    const release = (): void => {
      signal.removeEventListener('abort', listener);
    };
    work.then(release, release);
    work.then(settle, reject);
  });
}

/**
 * The items of `source` until `signal` aborts, then none at once, even while `source` is silent:
 * Stop must not wait for a server.
 */
export async function* abortable<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  let release = (): void => undefined;
  const aborted = new Promise<'aborted'>((resolve) => {
    const onAbort = () => {
      resolve('aborted');
    };
    signal.addEventListener('abort', onAbort);
    release = () => {
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) onAbort();
  });
  try {
    for (;;) {
      const next = items.next();
      // Its result is not needed once the user has stopped the turn.
      next.catch(() => undefined);
      const first = await Promise.race([aborted, next]);
      if (first === 'aborted' || first.done === true) return;
      yield first.value;
    }
  } finally {
    release();
    // Not awaited: a source that waits itself settles only when it notices the abort.
    items.return?.().catch(() => undefined);
  }
}
