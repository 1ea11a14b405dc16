// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { demoSettings } from '../harness/demo-settings.mjs';
import { repository } from '../harness/install.mjs';
import { readAudit } from './support/audit.mjs';
import { runTests } from './support/files.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

/** @typedef {import('./support/world.mjs').World} World */
/** @typedef {import('playwright-core').Locator} Locator */

describe('The main job, replayed, by keyboard alone', () => {
  /** @type {World} */
  let world;
  before(async () => {
    world = await openWorld({
      settings: (folder) => demoSettings({ repository, folder }),
    });
    await world.openPanel();
  });
  after(() => world?.close());

  /** @param {string} key */
  const press = (key) => world.page.keyboard.press(key);
  /** @param {Locator} locator */
  const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);
  /** @param {Locator} card @param {string} key */
  async function answer(card, key) {
    await until('the focus on the question', () => hasFocus(card.locator('.approval')));
    await until('buttons that stay', () => card.locator('[data-allow]').isEnabled());
    await press(key);
  }

  it('reports that no model answers, once, and shows no context of one', async () => {
    const { panel } = world;
    const banner = panel.root.getByText('Demo mode: replies are recorded, tools really run.');
    await banner.waitFor();
    await panel.root.getByRole('button', { name: 'Model: Recorded replies. Change' }).waitFor();
    assert.equal(await banner.count(), 1);
    assert.equal(await panel.root.getByRole('meter').count(), 0);
  });

  it('asks on the card before npm test, and runs it after Allow once', async () => {
    const { panel } = world;
    await world.runCommand('Gatehouse: Open Chat');
    await until('the focus in the input', () => hasFocus(panel.input));
    await press('Shift+Tab');
    const start = panel.root.getByRole('button', { name: 'Fix the failing test (recorded demo)' });
    assert.equal(await hasFocus(start), true);
    await press('Enter');
    const card = await panel.waitForCard('bash npm test', 'asking');
    assert.equal(await card.getByLabel('Command', { exact: true }).innerText(), 'npm test');
    assert.deepEqual(await readAudit(world), []);
    await until('the focus in the input', () => hasFocus(panel.input));
    await press('Shift+Tab');
    await answer(card, 'Control+Enter');
    const failed = await panel.waitForCard('bash npm test', 'failed');
    await failed.getByText('exit 1', { exact: true }).waitFor();
    const read = failed.getByLabel('What the model read');
    await read.filter({ hasText: 'the total counts every piece' }).waitFor();
  });

  it('reads and searches without asking, then asks before the edit', async () => {
    const { panel } = world;
    await panel.waitForCard('read src/cart.js', 'completed');
    await panel.waitForCard('grep totalOf|quantity', 'completed');
    const card = await panel.waitForCard('edit src/cart.js', 'asking');
    const before = await readFile(world.file('src/cart.js'), 'utf8');
    assert.equal(before.includes('line.price, 0)'), true);
    await card.getByText('Edit src/cart.js?').waitFor();
    await card.getByRole('region', { name: 'Change to cart.js' }).waitFor();
  });

  it('edits the file when its question is answered', async () => {
    const { panel } = world;
    await press('Alt+a');
    await answer(await panel.waitForCard('edit src/cart.js', 'asking'), 'Control+Enter');
    const card = await panel.waitForCard('edit src/cart.js', 'completed');
    await card.getByRole('region', { name: 'Change to cart.js' }).waitFor();
    const changed = await readFile(world.file('src/cart.js'), 'utf8');
    assert.equal(changed.includes('total + line.price * line.quantity, 0)'), true);
  });

  it('asks again before the tests, and Tab leads to Allow once', async () => {
    const { panel } = world;
    const card = await panel.waitForCard('bash npm test', 'asking');
    await press('Alt+a');
    await press('Tab');
    await press('Tab');
    const allow = card.getByRole('button', { name: 'Allow once' });
    await until('the focus on Allow once', () => hasFocus(allow));
    await until('buttons that stay', () => allow.isEnabled());
    await press('Enter');
    await panel.waitForCard('bash npm test', 'completed');
  });

  it('ends with the summary, a changed file and tests that pass', async () => {
    const { panel, page } = world;
    await panel.answer('All tests pass.');
    await panel.idle();
    await page.getByRole('button', { name: 'Gatehouse: no pending approvals' }).waitFor();
    assert.equal(await runTests(world.folder), 0);
  });

  it('000-audit-1: every call is in audit.jsonl with who approved it', async () => {
    const rows = (await readAudit(world)).map((row) => [
      row.tool,
      row.result,
      row.approved_by,
      row.exit_code,
    ]);
    const [first, ...others] = rows;
    assert.deepEqual(first, ['core__bash', 'error', 'user', 1]);
    // The two run at once, and each is written when it ends.
    assert.deepEqual(others.slice(0, 2).sort(), [
      ['core__grep', 'success', 'auto', undefined],
      ['core__read', 'success', 'auto', undefined],
    ]);
    assert.deepEqual(others.slice(2), [
      ['core__edit', 'success', 'user', undefined],
      ['core__bash', 'success', 'user', 0],
    ]);
  });
});
