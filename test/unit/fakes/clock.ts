import type { Disposable, Clock } from '../../../src/core/ports/system';

/** A clock that only moves when advanced. */
export interface FakeClock extends Clock {
  /** Advances the time and fires due timers in order. */
  advance(ms: number): void;
  /** Number of pending timers with this delay. */
  pending(ms: number): number;
}

export function createFakeClock(start = Date.UTC(2026, 0, 2, 3, 4, 5)): FakeClock {
  let now = start;
  let timers: { readonly ms: number; readonly at: number; readonly callback: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now - start,
    after: (ms, callback): Disposable => {
      const timer = { ms, at: now + ms, callback };
      timers.push(timer);
      return {
        dispose: () => {
          timers = timers.filter((other) => other !== timer);
        },
      };
    },
    advance: (ms) => {
      const end = now + ms;
      for (;;) {
        const due = timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((other) => other !== due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
    pending: (ms) => timers.filter((timer) => timer.ms === ms).length,
  };
}

/**
 * A clock that stands still but for waits of `ms`: each passes at once, as a whole. A busy machine
 * is not slower by it. Other timers never fire.
 */
export function createSkippingClock(ms: number): Clock {
  let now = 0;
  return {
    now: () => now,
    monotonic: () => now,
    after: (wait, callback): Disposable => {
      if (wait !== ms) return { dispose: () => undefined };
      const timer = setImmediate(() => {
        now += ms;
        callback();
      });
      return { dispose: () => clearImmediate(timer) };
    },
  };
}
