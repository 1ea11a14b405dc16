// @ts-check
/** VS Code's quick picks and input boxes. */

/** @typedef {Pick<import('./world.mjs').World, 'page'>} Window */

/**
 * Types into the input box in sight and confirms it.
 *
 * @param {Window} window
 * @param {string} text
 */
export async function fillInputBox({ page }, text) {
  const widget = page.locator('.quick-input-widget');
  await widget.locator('.quick-input-title').waitFor();
  const input = widget.locator('.quick-input-box input');
  await input.fill(text);
  await input.press('Enter');
  await widget.waitFor({ state: 'hidden' });
}

/**
 * @param {Window} window
 * @param {string | RegExp} text of the line to choose
 */
export async function pickLine({ page }, text) {
  await page
    .locator('.quick-input-list .monaco-list-row')
    .filter({ hasText: text })
    .first()
    .click();
}
