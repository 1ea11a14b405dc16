export interface Disposable {
  dispose(): void;
}

/** Time. Tests use a fake one; nothing sleeps in a unit test. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  monotonic(): number;
  /** Calls back once after `ms`; disposing cancels. */
  after(ms: number, callback: () => void): Disposable;
}

/** Fresh random UUIDs (version 4). */
export interface Ids {
  uuid(): string;
}

export interface System {
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface Random {
  /** At least 0, below 1. */
  next(): number;
}
