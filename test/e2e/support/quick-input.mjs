// @ts-check
/**
 * Types into the input box in sight and confirms it.
 *
 * @param {Pick<import('./world.mjs').World, 'page'>} window
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
