// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { demoSettings } from '../harness/demo-settings.mjs';
import { repository } from '../harness/install.mjs';
import { readAudit } from './support/audit.mjs';
import { runTests } from './support/files.mjs';
import { screenshot, switchTheme, themes } from './support/screenshots.mjs';
import { openWorld } from './support/world.mjs';

/** @typedef {import('./support/world.mjs').World} World */

/** For the screenshots: code and nothing else. */
const plainEditor = { 'editor.minimap.enabled': false, 'editor.stickyScroll.enabled': false };

describe('The main job, replayed', () => {
  /** @type {World} */
  let world;
  before(async () => {
    world = await openWorld({
      settings: (folder) => ({ ...plainEditor, ...demoSettings({ repository, folder }) }),
    });
    await world.openPanel();
  });
  after(() => world?.close());

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
    await panel.root.getByRole('button', { name: 'Fix the failing test (recorded demo)' }).click();
    const card = await panel.waitForCard('bash npm test', 'asking');
    assert.equal(await card.getByLabel('Command', { exact: true }).innerText(), 'npm test');
    await screenshot(world, 'asking');
    assert.deepEqual(await readAudit(world), []);
    await card.getByRole('button', { name: 'Allow once' }).click();
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

  it('accepts the answer of the notification', async () => {
    const { panel } = world;
    await world.acceptNotification('Allow once', /wants to edit src\/cart\.js/);
    const card = await panel.waitForCard('edit src/cart.js', 'completed');
    await card.getByRole('region', { name: 'Change to cart.js' }).waitFor();
    const changed = await readFile(world.file('src/cart.js'), 'utf8');
    assert.equal(changed.includes('total + line.price * line.quantity, 0)'), true);
  });

  it('accepts the answer of the review that the status bar opens', async () => {
    const { panel, page } = world;
    await panel.waitForCard('bash npm test', 'asking');
    await page.getByRole('button', { name: 'Gatehouse: 1 pending approval' }).click();
    const list = page.locator('.quick-input-list');
    await list.getByText('run npm test').click();
    await list.getByText('Allow once', { exact: true }).click();
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

  it('is readable in light, dark and high contrast', async () => {
    const { panel, page } = world;
    await panel.card('edit').getByRole('button', { name: 'cart.js:18' }).click();
    await page.getByRole('tab', { name: 'cart.js' }).waitFor();
    await world.runCommand('View: Hide Panel');
    await world.runCommand('Notifications: Clear All Notifications');
    await page.setViewportSize({ width: 1200, height: 800 });
    for (const theme of themes) {
      await switchTheme(world, theme);
      await screenshot(world, `main-job-${theme.name}`);
    }
  });
});
