import type { Clock } from '../../ports/clock';
import type { Disposable } from '../../ports/disposable';

/** How long a store that does not answer is waited for. */
export interface StoreTimeout {
  /** Settles with `done`, or when it has been waited for long enough. */
  settled(done: Promise<void>): Promise<void>;
  /** While a turn is being stopped, that is a moment only. */
  useShort(isHurried: boolean): void;
  /** The store has answered: it is waited for again. */
  answered(): void;
  /** Called when nobody waits any longer. */
  onTimeout(listener: () => void): void;
}

const storeTimeoutMs = 3_000;
const shortTimeoutMs = 500;

export function createStoreTimeout(clock: Clock): StoreTimeout {
  const waiting = new Set<() => void>();
  let timer: Disposable | undefined;
  let isHurried = false;
  let isGivenUp = false;
  let tell = (): void => undefined;
  const giveUp = () => {
    isGivenUp = true;
    for (const release of [...waiting]) release();
    tell();
  };
  const waitAnew = () => {
    timer?.dispose();
    if (waiting.size > 0) timer = clock.after(isHurried ? shortTimeoutMs : storeTimeoutMs, giveUp);
  };
  return {
    settled: (done) => {
      if (isGivenUp) return Promise.resolve();
      return new Promise((resolve) => {
        const release = () => {
          waiting.delete(release);
          if (waiting.size === 0) timer?.dispose();
          resolve();
        };
        waiting.add(release);
        if (waiting.size === 1) waitAnew();
        void done.then(release);
      });
    },
    useShort: (hurried) => {
      isHurried = hurried;
      waitAnew();
    },
    answered: () => {
      isGivenUp = false;
      waitAnew();
    },
    onTimeout: (listener) => {
      tell = listener;
    },
  };
}
