import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../core/ports/system';

/** Node fires longer timers at once; 24 days are long enough. */
const longestMs = 2 ** 31 - 1;

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, longestMs));
    timer.unref();
    return {
      dispose: () => {
        clearTimeout(timer);
      },
    };
  },
};

/** Resolves after pending work of the event loop has run. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
}
