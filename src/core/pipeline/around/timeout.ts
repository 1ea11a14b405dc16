import { failure } from '../../contracts/failure';
import { linkedSignal } from '../own-signal';
import { withTimeout } from '../within';
import type { AroundStage } from './around';
import { failedOutcome } from './outcome-of';

/**
 * Ends a tool that takes too long: its signal is aborted and the call answers `timeout`, whether
 * the tool listens or not. Tools with limits of their own (bash) are left alone.
 */
export const timeout: AroundStage = async (call, running, next, { clock }) => {
  const { tool, policy } = call.valid.bound;
  if (tool.ownsTimeout) return next(running);
  const limit = policy.limits.timeoutMs;
  const own = linkedSignal(running.signal);
  try {
    const done = await withTimeout(next({ ...running, signal: own.signal }), limit, clock);
    if (done !== undefined) return done.value;
  } finally {
    own.dispose();
  }
  own.abort();
  const seconds = String(Math.round(limit / 1000));
  return failedOutcome(call, failure('timeout', `The tool took longer than ${seconds} seconds.`));
};
