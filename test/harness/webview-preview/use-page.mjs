// @ts-check
/** Actions of checks on the panel's page. */
import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @param {Preview} preview @param {{ state: object; items: readonly object[] }} scene */
export async function show({ send, page }, scene) {
  await send({ type: 'snapshot', state: scene.state, items: scene.items });
  await page.locator('.composer').waitFor();
  await drawn(page);
}

/** @param {Preview} preview @param {string} type */
export async function lastPosted({ posted }, type) {
  return (await posted()).filter((message) => message.type === type).at(-1);
}

/** @param {Preview} preview @param {object[]} changes */
export async function patch({ send, page }, ...changes) {
  await send({ type: 'patch', changes });
  await drawn(page);
}

/**
 * Resolves when the page has rendered its messages: on a busy machine no fixed number of milliseconds is enough.
 *
 * @param {import('playwright-core').Page} page
 */
export async function drawn(page) {
  await page.evaluate(async () => {
    for (let at = 0; at < 4; at += 1) {
      await new Promise((resolve) => window.requestAnimationFrame(() => setTimeout(resolve, 10)));
    }
  });
}

/**
 * Repeats the assertion until it holds; throws its last failure after half a minute.
 *
 * @param {() => Promise<void>} claim
 */
export async function eventually(claim) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await claim();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(20);
  }
}

/**
 * The label or text of the focused element.
 *
 * @param {Preview} preview
 */
export function focusName({ page }) {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.ariaLabel ?? element?.textContent?.trim();
  });
}
