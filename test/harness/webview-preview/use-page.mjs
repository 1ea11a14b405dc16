// @ts-check
/** What a check does with the panel's page. */

/** @typedef {import('./preview.mjs').Preview} Preview */

/** @param {Preview} preview @param {{ state: object; items: readonly object[] }} scene */
export async function show({ send, page }, scene) {
  await send({ type: 'snapshot', state: scene.state, items: scene.items });
  await page.locator('.composer').waitFor();
}

/** @param {Preview} preview @param {string} type */
export async function lastPosted({ posted }, type) {
  return (await posted()).filter((message) => message.type === type).at(-1);
}

/** @param {Preview} preview @param {object[]} changes */
export async function patch({ send, page }, ...changes) {
  await send({ type: 'patch', changes });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
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
