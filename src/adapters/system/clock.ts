import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../core/ports/system';

/** Node fires longer timers at once; 24 days are as good as what was asked for. */
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

/** Settles when the event loop has done what was waiting for it. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
}
