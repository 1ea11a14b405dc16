// @ts-check
import { after, before, describe, it } from 'mocha';

import { launchChromium } from '../harness/chromium.mjs';
import { pageChecks } from '../harness/webview-preview/page-checks.mjs';
import { buildPage, openPreview } from '../harness/webview-preview/preview.mjs';

describe('the panel page alone', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('../harness/webview-preview/preview.mjs').Preview} */
  let preview;

  before(async () => {
    browser = await launchChromium();
    preview = await openPreview(browser, await buildPage());
  });

  after(() => browser?.close());

  for (const [name, check] of pageChecks) {
    it(name, async () => {
      await preview.reload();
      await check(preview);
    });
  }
});
