import type { Clock } from '../ports/clock';

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
