// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

const DEFAULT_MS = 60_000;
const POLL_MS = 50;
/** What a look answers when the webview under it is being loaded again: not seen yet. */
const RELOADING = /Execution context was destroyed|frame (was|has been) detached/i;

/** @param {unknown} error */
const unlessReloading = (error) => {
  if (error instanceof Error && RELOADING.test(error.message)) return undefined;
  throw error;
};

/**
 * Waits until a condition answers something true, and answers that.
 *
 * @template T
 * @param {string} what is awaited, for the message when it does not come
 * @param {() => T | Promise<T>} condition
 * @param {number} [timeout] milliseconds
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, condition, timeout = DEFAULT_MS) {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await Promise.resolve().then(condition).catch(unlessReloading);
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Not seen after ${timeout / 1000} s: ${what}`);
    await sleep(POLL_MS);
  }
}

/** A frame that is going away answers only when it is gone, or not at all. */
const LOOK_MS = 1_000;

/**
 * True when an element can be seen now.
 *
 * @param {import('playwright-core').Locator} locator
 * @returns {Promise<boolean>}
 */
export function isShown(locator) {
  const shown = locator.isVisible().catch(() => false);
  return Promise.race([shown, sleep(LOOK_MS).then(() => false)]);
}
