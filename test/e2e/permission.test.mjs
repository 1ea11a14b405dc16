// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { auditPage } from './support/audit-page.mjs';
import { readAudit } from './support/audit.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

describe('The permission level of a chat', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  /** @param {string} level */
  const control = (level) =>
    world.panel.root.getByRole('button', { name: `Permission level: ${level}. Change` });

  it('decision 58: is chosen by keyboard in the composer, and shown in the status bar', async () => {
    const { page } = world;
    await control('Use my rules').focus();
    await control('Use my rules').press('Enter');
    const list = page.locator('.quick-input-widget .quick-input-list');
    await list.getByText('Edits run', { exact: true }).waitFor();
    const input = page.locator('.quick-input-widget .quick-input-box input');
    await input.fill('Edits');
    await input.press('Enter');
    await control('Edits run').waitFor();
    await page.getByRole('button', { name: 'Gatehouse permission level: Edits run' }).waitFor();
  });

  it('decision 58: an edit then runs without a question, and a deletion asks', async () => {
    const { panel } = world;
    const args = { path: 'src/cart.js', old_string: 'line.price, 0)', new_string: '0, 0)' };
    world.llm.push(
      { calls: [{ name: 'core__read', args: { path: 'src/cart.js' } }] },
      { calls: [{ name: 'core__edit', args }] },
      { calls: [{ name: 'core__delete_path', args: { path: 'src/receipt.js' } }] },
      { text: 'Both are done.' },
    );
    await panel.send('Change the price and delete the receipt');
    await panel.waitForCard('edit src/cart.js', 'completed');
    assert.match(await readFile(world.file('src/cart.js'), 'utf8'), /0, 0\)/);
    const card = await panel.waitForCard('delete_path src/receipt.js', 'asking');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await panel.answer('Both are done.');
    await panel.idle();
    const rows = (await readAudit(world)).slice(-2);
    assert.deepEqual(
      rows.map(({ tool, approved_by, permission_level }) => [tool, approved_by, permission_level]),
      [
        ['core__edit', 'auto', 'edits'],
        ['core__delete_path', 'user', 'edits'],
      ],
    );
  });

  it('decision 58: the level outlives a reload, and the audit log shows it', async () => {
    const { page } = world;
    await page.reload();
    await world.openPanel();
    await control('Edits run').waitFor();
    await world.runCommand('Gatehouse: Open Audit Log');
    const log = await auditPage(page);
    await log
      .getByRole('button', { name: /^All fields of edit/ })
      .first()
      .click();
    await until('the level', async () =>
      /permission_level\s*edits/.test(await log.locator('tr.details').first().innerText()),
    );
  });
});
