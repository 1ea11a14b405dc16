// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { panelFrame, runCommand } from '../harness/workbench-actions.mjs';
import { auditPage } from './support/audit-page.mjs';
import { createPanel } from './support/panel.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';

describe('Two windows of one folder', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  /** @param {import('./support/panel.mjs').Panel} panel @param {string} path */
  async function read(panel, path) {
    world.llm.push({ calls: [{ name: 'core__read', args: { path } }] }, { text: `Read ${path}.` });
    await panel.send(`Read ${path}`);
    await panel.answer(`Read ${path}.`);
  }

  it('the open audit log follows the calls of the other window', async () => {
    await read(world.panel, 'README.md');
    await world.runCommand('Gatehouse: Open Audit Log');
    const rows = (await auditPage(world.page)).locator('#table tbody tr');
    await rows.filter({ hasText: 'README.md' }).first().waitFor();

    const page = await world.browser.newPage({
      viewport: { width: 1000, height: 800 },
      reducedMotion: 'reduce',
    });
    await page.goto(world.page.url());
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    await runCommand(page, 'Gatehouse: Open Chat');
    await panelFrame(page, 60_000);
    await read(createPanel(page), 'package.json');

    const theirs = (await auditPage(world.page)).locator('#table tbody tr');
    const row = theirs.filter({ hasText: 'package.json' });
    await row.first().waitFor();
    assert.equal(await row.count(), 1);
    await page.close();
  });
});
