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
export async function sleep(ms: number, signal: Abortable, timers: Timers): Promise<void> {
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

/** What those need who only wait for an abort. */
interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Aborts with `outer`, on which it is a single listener: however many listeners a call has, and
 * however many calls a turn runs at once, the turn's signal has few. Its own signal is made when it
 * is first asked for, since making one costs more than all else of a short call.
 */
export class LinkedSignal implements Abortable, Disposable {
  private readonly listeners = new Set<() => void>();
  private own: AbortController | undefined;
  private isAborted: boolean;

  constructor(private readonly outer: Abortable) {
    this.isAborted = outer.aborted;
    if (!outer.aborted) outer.addEventListener('abort', this.abort);
  }

  get aborted(): boolean {
    return this.isAborted;
  }

  get signal(): AbortSignal {
    if (this.own === undefined) {
      this.own = new AbortController();
      if (this.isAborted) this.own.abort();
    }
    return this.own.signal;
  }

  /** Aborts this signal only. */
  readonly abort = (): void => {
    if (this.isAborted) return;
    this.isAborted = true;
    this.dispose();
    this.own?.abort();
    for (const listener of this.listeners) listener();
  };

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }

  /** It no longer aborts with the outer one. */
  dispose(): void {
    this.outer.removeEventListener('abort', this.abort);
  }
}

/** The latest work of each key, such as a session, until it has ended. */
export class WorkByKey {
  private readonly works = new Map<string, Promise<unknown>>();

  /** Never rejects. */
  settled(key: string): Promise<unknown> {
    return this.works.get(key) ?? Promise.resolve();
  }

  track(key: string, work: Promise<unknown>): void {
    const { works } = this;
    const settled = work.catch(() => undefined);
    works.set(key, settled);
    void settled.then(() => {
      if (works.get(key) === settled) works.delete(key);
    });
  }
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
  signal: Abortable,
  stopped: () => T | undefined,
): Promise<T> {
  return new Promise((settle, reject) => {
    const listener = (): void => {
      const answer = stopped();
      if (answer !== undefined) settle(answer);
    };
    signal.addEventListener('abort', listener);
    const release = (): void => {
      signal.removeEventListener('abort', listener);
    };
    work.then(release, release);
    work.then(settle, reject);
  });
}

/** Resolves when `signal` aborts, or at once if it has; `release` ends the listening. */
function abortOf(signal: AbortSignal) {
  let release = (): void => undefined;
  const aborted = new Promise<undefined>((settle) => {
    const onAbort = () => {
      settle(undefined);
    };
    signal.addEventListener('abort', onAbort);
    release = () => {
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) onAbort();
  });
  return { aborted, release };
}

/** The result of `work`; undefined if `signal` aborts first. Rejects if `work` does. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  const { aborted, release } = abortOf(signal);
  try {
    return await Promise.race([aborted, work]);
  } finally {
    release();
  }
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
  const { aborted, release } = abortOf(signal);
  try {
    for (;;) {
      const next = items.next();
      // Its result is not needed once the user has stopped the turn.
      next.catch(() => undefined);
      const first = await Promise.race([aborted, next]);
      if (first === undefined || first.done === true) return;
      yield first.value;
    }
  } finally {
    release();
    // Not awaited: a source that waits itself settles only when it notices the abort.
    items.return?.().catch(() => undefined);
  }
}
