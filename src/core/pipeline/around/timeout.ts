import { failure } from '../../contracts/failure';
import type { Around } from './around';
import { failedOutcome } from './outcome-of';

/**
 * Ends a tool that takes too long: its signal is aborted and the call answers `timeout`, whether
 * the tool listens or not. Tools with limits of their own (bash) are left alone.
 */
export const timeout: Around = async (call, running, next, { clock, policy }) => {
  if (call.valid.bound.tool.ownsTimeout) return next(running);
  const limit = policy.timeoutMs();
  const controller = new AbortController();
  const signal = AbortSignal.any([running.signal, controller.signal]);
  const work = next({ ...running, signal });
  let stop = (): void => undefined;
  const late = new Promise<'late'>((settle) => {
    const timer = clock.after(limit, () => {
      settle('late');
    });
    stop = () => {
      timer.dispose();
    };
  });
  try {
    const first = await Promise.race([work, late]);
    if (first !== 'late') return first;
    controller.abort();
    // The late answer is of no use; its failure must not surface as an unhandled rejection.
    work.catch(() => undefined);
    const seconds = String(Math.round(limit / 1000));
    return failedOutcome(call, failure('timeout', `The tool took longer than ${seconds} seconds.`));
  } finally {
    stop();
  }
};
