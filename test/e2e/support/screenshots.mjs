// @ts-check
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));

/**
 * @param {{ page: import('playwright-core').Page }} world
 * @param {string} name
 */
export async function screenshot({ page }, name) {
  await mkdir(FOLDER, { recursive: true });
  // Where the last click was, VS Code may show a tooltip.
  await page.mouse.move(0, 0);
  await page.locator('.workbench-hover-container').first().waitFor({ state: 'hidden' });
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' });
}
