// @ts-check
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));

/** Themes by the name of their screenshot: VS Code's label, and the class it gives the workbench. */
export const themes = [
  { name: 'light', label: 'Light Modern', mark: 'vs' },
  { name: 'hc', label: 'Dark High Contrast', mark: 'hc-black' },
  { name: 'dark', label: 'Dark Modern', mark: 'vs-dark' },
];

/**
 * @param {Pick<import('./world.mjs').World, 'page' | 'runCommand'>} world
 * @param {{ label: string; mark: string }} theme
 */
export async function switchTheme({ page, runCommand }, { label, mark }) {
  await runCommand('Preferences: Color Theme');
  await page.locator('.quick-input-widget input').first().fill(label);
  await page.locator('.quick-input-list').getByText(label, { exact: true }).click();
  await page.locator(`.monaco-workbench.${mark}`).waitFor();
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

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
