import { failure } from '../../contracts/failure';
import { ownSignal } from '../own-signal';
import { within } from '../within';
import type { Around } from './around';
import { failedOutcome } from './outcome-of';

/**
 * Ends a tool that takes too long: its signal is aborted and the call answers `timeout`, whether
 * the tool listens or not. Tools with limits of their own (bash) are left alone.
 */
export const timeout: Around = async (call, running, next, { clock }) => {
  const { tool, policy } = call.valid.bound;
  if (tool.ownsTimeout) return next(running);
  const limit = policy.limits.timeoutMs;
  const own = ownSignal(running.signal);
  try {
    const done = await within(next({ ...running, signal: own.signal }), limit, clock);
    if (done !== undefined) return done.value;
  } finally {
    own.dispose();
  }
  own.abort();
  const seconds = String(Math.round(limit / 1000));
  return failedOutcome(call, failure('timeout', `The tool took longer than ${seconds} seconds.`));
};
