// @ts-check
import { after, before, describe, it } from 'mocha';

import { launchChromium } from '../harness/chromium.mjs';
import { pageChecks } from '../harness/webview-preview/page-checks.mjs';
import { buildPage, openPreview } from '../harness/webview-preview/preview.mjs';

describe('the panel page alone', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof buildPage>>} */
  let files;

  before(async () => {
    files = await buildPage();
    browser = await launchChromium();
  });

  after(() => browser?.close());

  for (const [name, check] of pageChecks) {
    it(name, async () => {
      const preview = await openPreview(browser, files);
      try {
        await check(preview);
      } finally {
        await preview.page.context().close();
      }
    });
  }
});
