// @ts-check
/** What a check does with the panel's page. */
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
 * Resolves when the page has drawn what it was told: a busy machine draws when it can, and no
 * number of milliseconds says when.
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
 * Looks again until what is claimed holds; after half a minute the last claim's failure is thrown.
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
 * The name of what has the focus, by its label or its text.
 *
 * @param {Preview} preview
 */
export function focusName({ page }) {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.ariaLabel ?? element?.textContent?.trim();
  });
}
