import type { Clock } from '../../core/ports/clock';

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return {
      dispose: () => {
        clearTimeout(timer);
      },
    };
  },
};
