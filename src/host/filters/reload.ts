import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';

/** An editor that saves by renaming causes several events. */
const settleMs = 150;

/** Loads at once or after a moment, one load at a time. */
export interface Reload extends Disposable {
  /** Loads as soon as possible: `settled` then waits for the current content. */
  now(): void;
  /** Loads once there were no events for a moment. */
  soon(): void;
  /** Resolves when every load that was started, or requested by `now`, has ended. */
  settled(): Promise<void>;
}

/** `load` must not reject. After `dispose` nothing is loaded any more. */
export function createReload(load: () => Promise<void>, clock: Pick<Clock, 'after'>): Reload {
  let loading: Promise<void> | undefined;
  let isAskedAgain = false;
  let isDisposed = false;
  let timer: Disposable | undefined;

  async function loadAll(): Promise<void> {
    do {
      isAskedAgain = false;
      await load();
    } while (isWanted());
    loading = undefined;
  }

  /** Checked after a wait, in which both may have changed. */
  const isWanted = (): boolean => isAskedAgain && !isDisposed;

  function now(): void {
    timer?.dispose();
    timer = undefined;
    if (isDisposed) return;
    isAskedAgain = true;
    loading ??= loadAll();
  }

  return {
    now,
    soon: () => {
      timer?.dispose();
      if (!isDisposed) timer = clock.after(settleMs, now);
    },
    settled: async () => loading,
    dispose: () => {
      isDisposed = true;
      timer?.dispose();
    },
  };
}
