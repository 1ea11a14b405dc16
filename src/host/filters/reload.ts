import type { Clock } from '../../core/ports/system';
import type { Disposable } from '../../core/ports/disposable';

/** Milliseconds: an editor that saves by renaming makes several events of it. */
const settleMs = 150;

/** Loads at once or a moment later, one load after the other. */
export interface Reload extends Disposable {
  /** Loads as soon as possible: whoever waits for `settled` gets what is true now. */
  now(): void;
  /** Loads when nothing more has happened for a moment. */
  soon(): void;
  /** Resolves when every load that was begun, or asked for at once, has ended. */
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

  /** Asked after a wait, in which both may have changed. */
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
