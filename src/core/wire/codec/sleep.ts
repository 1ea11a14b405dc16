import type { Clock } from '../../ports/system';

/** Settles after `ms`, or at once when `signal` aborts; never rejects. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      timer.dispose();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.after(ms, finish);
    signal.addEventListener('abort', finish);
  });
}
