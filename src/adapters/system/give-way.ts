import { setImmediate } from 'node:timers/promises';

/** Settles when the event loop has done what was waiting for it. */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate();
}
