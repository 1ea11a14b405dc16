// @ts-check
/** Takes a screenshot of every scene in every theme at three widths: `node …/shots.mjs [beginning of a scene's name]`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { launchChromium } from '../chromium.mjs';
import { buildPage, openPreview } from './preview.mjs';
import { scenes } from './scenes.mjs';
import { themes } from './themes.mjs';

const folder = fileURLToPath(new URL('../../e2e/screenshots/', import.meta.url));
const widths = [260, 380, 700];

await mkdir(folder, { recursive: true });
const only = process.argv[2];
const files = await buildPage();
const browser = await launchChromium();
try {
  for (const [name, { state, items, opened }] of Object.entries(scenes)) {
    if (only !== undefined && !name.startsWith(only)) continue;
    for (const theme of Object.keys(themes)) {
      for (const width of widths) {
        const preview = await openPreview(browser, files, { theme, width, height: 900, scale: 2 });
        await preview.send({ type: 'snapshot', state, items });
        if (opened !== undefined) await preview.page.locator(opened).click();
        await preview.page.waitForTimeout(150);
        const file = path.join(folder, `panel-${name}-${theme}-${width}.png`);
        await preview.page.screenshot({ path: file });
        for (const problem of preview.problems) console.log(`${name} ${theme}: ${problem}`);
        await preview.page.context().close();
      }
    }
  }
} finally {
  await browser.close();
}
