// @ts-check
/** `npm run shots readme`: the picture of README, after the recorded demo. */
import path from 'node:path';

import { demoSettings } from '../../harness/demo-settings.mjs';
import { repository } from '../../harness/install.mjs';
import { openWorld } from '../support/world.mjs';

const file = path.join(repository, 'docs/images/panel.png');

/** @returns {Promise<string>} the file that was written */
export async function takeReadmePicture() {
  const settings = (/** @type {string} */ folder) => ({
    ...demoSettings({ repository, folder }),
    'workbench.colorTheme': 'Light Modern',
    'editor.minimap.enabled': false,
  });
  const world = await openWorld({ settings });
  try {
    const { page, panel } = world;
    await page.setViewportSize({ width: 1200, height: 800 });
    await world.openPanel();
    await panel.root.getByRole('button', { name: /recorded demo/ }).click();
    for (const label of ['bash npm test', 'edit src/cart.js', 'bash npm test']) {
      const card = await panel.waitForCard(label, 'asking');
      await card.getByRole('button', { name: /^Allow once/ }).click();
    }
    await panel.answer('All tests pass.');
    await panel.idle();
    await world.runCommand('View: Hide Panel');
    await panel.root.getByRole('button', { name: /^cart\.js:/ }).click();
    await page.locator('.tab.active[aria-label^="cart.js"]').waitFor();
    await panel.input.focus();
    await page.mouse.move(0, 0);
    await page.locator('.workbench-hover-container').first().waitFor({ state: 'hidden' });
    await page.screenshot({ path: file, animations: 'disabled' });
  } finally {
    await world.close();
  }
  return file;
}
