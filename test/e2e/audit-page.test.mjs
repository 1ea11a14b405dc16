// @ts-check
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';

import { launchChromium } from '../harness/chromium.mjs';
import {
  buildAuditPage,
  openAuditPreview,
} from '../harness/webview-preview/audit/audit-preview.mjs';
import { hostileRows, memoryLog, someRows } from '../harness/webview-preview/audit/memory-log.mjs';
import { until } from './support/until.mjs';

describe('The page of the audit log alone', () => {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {import('../harness/webview-preview/audit/audit-preview.mjs').AuditPage} */
  let built;
  /** @type {import('../harness/webview-preview/audit/audit-preview.mjs').AuditPreview} */
  let preview;

  before(async () => {
    built = await buildAuditPage();
    browser = await launchChromium();
  });
  after(() => browser?.close());
  afterEach(() => preview?.close());

  /** @param {ReturnType<typeof someRows>} rows */
  const open = async (rows, options = {}) => {
    preview = await openAuditPreview(browser, built, { query: memoryLog(rows), ...options });
    return preview.page;
  };

  const focused = () =>
    preview.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

  it('decision inert-text: hostile text is inert in every field, and never widens the page', async () => {
    const page = await open(hostileRows(), { width: 400 });
    for (const button of await page.getByRole('button', { name: /^All fields/ }).all()) {
      await button.click();
    }
    await until('all fields', async () => (await page.locator('tr.details').count()) === 5);
    assert.equal(await page.evaluate(() => Reflect.get(window, 'hacked')), undefined);
    const made = '#table :is(img, svg, script, iframe, style, form, a, [onerror], [style])';
    assert.equal(await page.locator(made).count(), 0);
    const wider = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.querySelector('main') ?? document.body;
      return scrollWidth - clientWidth;
    });
    assert.equal(wider, 0);
    assert.deepEqual(preview.problems, []);
  });

  it('works with the keyboard: one tab stop, arrows between rows and into them', async () => {
    const page = await open(someRows(30));
    await page.locator('select[name=order]').focus();
    await page.keyboard.press('Tab');
    assert.match(await focused(), /^All fields of write/);
    await page.keyboard.press('ArrowDown');
    assert.match(await focused(), /^All fields of bash/);
    await page.keyboard.press('ArrowRight');
    await page.locator('tr.details').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('tr.details').waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    assert.match(await focused(), /^Show card/);
    await page.keyboard.press('Enter');
    await until('the card', () => preview.asked.some((what) => what.includes('"call_1"')));
  });

  it('waits for a pause in typing, and keeps caret and focus', async () => {
    const page = await open(someRows(250));
    // Time stands still while the user types, however slow this machine is.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const queries = () =>
      preview.requests.filter((request) => JSON.stringify(request).includes('query')).length;
    await page.getByRole('searchbox').pressSequentially('case 19');
    assert.equal(queries(), 0);
    await page.clock.runFor(1_000);
    const status = page.locator('#status');
    await until('the rows', async () => /that match/.test(await status.innerText()));
    assert.equal(queries(), 1);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'text');
  });

  it('keeps its state when the tab is shown again', async () => {
    const page = await open(someRows(250));
    await page.getByRole('searchbox').fill('grep');
    await page.getByRole('button', { name: 'Completed' }).click();
    await page.locator('#status', { hasText: '42 rows that match the filter' }).waitFor();
    await page
      .getByRole('button', { name: /^All fields/ })
      .first()
      .click();
    await page.locator('tr.details').waitFor();
    await page.reload();
    await page.locator('tr.details').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'grep');
    const chip = page.getByRole('button', { name: 'Completed' });
    assert.equal(await chip.getAttribute('aria-pressed'), 'true');
    assert.equal(
      await page.locator('#status').innerText(),
      '42 rows that match the filter, newest first',
    );
  });
});
