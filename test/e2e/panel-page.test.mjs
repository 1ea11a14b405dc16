// @ts-check
import { after, before, describe, it } from 'mocha';

import { launchChromium } from '../harness/chromium.mjs';
import { pageChecks } from '../harness/webview-preview/page-checks.mjs';
import { buildPage, createPreviews } from '../harness/webview-preview/preview.mjs';

describe('the panel page alone', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof createPreviews>>} */
  let previews;

  before(async () => {
    const files = await buildPage();
    browser = await launchChromium();
    previews = await createPreviews(browser, files);
  });

  after(() => browser?.close());

  for (const [name, check] of pageChecks) {
    it(name, async () => check(await previews.open()));
  }
});
