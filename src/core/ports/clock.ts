import type { Disposable } from './disposable';

/** Time. Tests use a fake one; nothing sleeps in a unit test. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  /** Calls back once after `ms`; disposing cancels. */
  after(ms: number, callback: () => void): Disposable;
}
