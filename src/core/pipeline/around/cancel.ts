import { isAborted } from '../../base/is-aborted';
import { failure } from '../../contracts/failure';
import type { AroundStage } from './around';
import { failedOutcome, failedLate } from './outcome-of';

/** Milliseconds a cancelled tool has to end by itself and keep its partial output. */
const graceMs = 6000;

/**
 * Answers `cancelled` once the person stops the call: a tool that honours its signal keeps its
 * partial output, one that does not is left behind after the grace. A stop that comes when files are
 * being put back is too late: how that ends is the answer.
 */
export const cancel: AroundStage = async (call, running, next, { clock }) => {
  const cancelled = failure('cancelled', 'The call was cancelled while it ran.');
  if (isAborted(running.signal)) return failedOutcome(call, cancelled);
  const state = { toItsEnd: false };
  const work = next({
    ...running,
    mustFinish: () => {
      state.toItsEnd = true;
    },
  });
  let stop = (): void => undefined;
  const gone = new Promise<'gone'>((settle) => {
    const onAbort = (): void => {
      const timer = clock.after(graceMs, () => {
        if (!state.toItsEnd) settle('gone');
      });
      stop = () => {
        timer.dispose();
      };
    };
    running.signal.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      running.signal.removeEventListener('abort', onAbort);
    };
  });
  try {
    const first = await Promise.race([work, gone]);
    if (first === 'gone') return failedOutcome(call, cancelled);
    return isAborted(running.signal) && !state.toItsEnd ? failedLate(first, cancelled) : first;
  } finally {
    stop();
  }
};
