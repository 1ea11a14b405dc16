import type { Clock } from '../../ports/clock';
import type { Disposable } from '../../ports/disposable';

/** How long a store that does not answer is waited for. */
export interface Patience {
  /** Settles with `done`, or when it has been waited for long enough. */
  settled(done: Promise<void>): Promise<void>;
  /** While a turn is being stopped, that is a moment only. */
  hurry(isHurried: boolean): void;
  /** The store has answered: it is waited for again. */
  answered(): void;
  /** Called when nobody waits any longer. */
  onGivenUp(listener: () => void): void;
}

const patienceMs = 3_000;
const hurriedMs = 500;

export function createPatience(clock: Clock): Patience {
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
    if (waiting.size > 0) timer = clock.after(isHurried ? hurriedMs : patienceMs, giveUp);
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
    hurry: (hurried) => {
      isHurried = hurried;
      waitAnew();
    },
    answered: () => {
      isGivenUp = false;
      waitAnew();
    },
    onGivenUp: (listener) => {
      tell = listener;
    },
  };
}
