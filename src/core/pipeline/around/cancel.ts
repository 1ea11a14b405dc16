import { failure } from '../../contracts/failure';
import type { AroundStage } from './layer';
import { failedOutcome, failedLate } from './execute';
import { isAborted } from '../../base/async';

/** Time a cancelled tool has to end by itself and keep its partial output. */
const graceMs = 6000;

/**
 * Returns `cancelled` once the user stops the call. A tool that honors its signal keeps its partial
 * output; one that does not is abandoned after the grace period. A stop while files are being
 * restored comes too late: the result of the restore is returned.
 */
export const cancel: AroundStage = async (call, running, next, { system }) => {
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
      const timer = system.clock.after(graceMs, () => {
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
