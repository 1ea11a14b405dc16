// @ts-check
/** Takes a screenshot of the audit log in every theme, narrow and wide: `node …/audit-shots.mjs`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { launchChromium } from '../../chromium.mjs';
import { themes } from '../themes.mjs';
import { buildAuditPage, openAuditPreview } from './audit-preview.mjs';
import { hostileRows, memoryLog, someRows } from './memory-log.mjs';

const folder = fileURLToPath(new URL('../../../e2e/screenshots/', import.meta.url));

/** @typedef {import('./audit-preview.mjs').AuditPreview} AuditPreview */

/** @type {Record<string, { rows: import('./memory-log.mjs').AuditRow[]; act?: (preview: AuditPreview) => Promise<void> }>} */
const scenes = {
  rows: { rows: someRows(523) },
  unfolded: {
    rows: someRows(40),
    act: async ({ page }) => {
      await page
        .getByRole('button', { name: /^All fields/ })
        .nth(1)
        .click();
      await page.locator('tr.details').waitFor();
    },
  },
  hostile: { rows: hostileRows() },
  filtered: {
    rows: someRows(523),
    act: async ({ page }) => {
      await page.locator('select[name=time]').selectOption('custom');
      await page.getByRole('button', { name: 'Not allowed' }).click();
      await page.getByRole('searchbox').fill('nothing has this');
      await page.getByText('No rows match the filter.').waitFor();
    },
  },
};

await mkdir(folder, { recursive: true });
const built = await buildAuditPage();
const browser = await launchChromium();
try {
  for (const [name, { rows, act }] of Object.entries(scenes)) {
    for (const theme of Object.keys(themes)) {
      for (const width of [400, 800, 1400]) {
        const preview = await openAuditPreview(browser, built, {
          query: memoryLog(rows),
          theme,
          width,
        });
        await act?.(preview);
        await preview.page.screenshot({
          path: path.join(folder, `audit-${name}-${theme}-${width}.png`),
          animations: 'disabled',
        });
        for (const problem of preview.problems) console.log(`${name} ${theme}: ${problem}`);
        await preview.close();
      }
    }
  }
} finally {
  await browser.close();
}
