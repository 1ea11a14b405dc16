// @ts-check
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { auditPage } from './support/audit-page.mjs';
import { readAudit } from './support/audit.mjs';
import { processesWith } from './support/files.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

/** No other command line on this machine holds it. */
const longSleep = `sleep 61.${process.pid}314159`;

describe('Commands and chats', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    world = await openWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  const chatMenu = async () => {
    const { root } = world.panel;
    await root.locator('.chat-current').click();
    return root.getByRole('menu', { name: 'Chats' }).getByRole('menuitemradio');
  };

  it('"Add Selection to Chat" adds the lines to the message, and the user can remove them', async () => {
    const { page, panel } = world;
    await page.getByRole('tab', { name: /^Explorer/ }).click();
    await page.getByRole('treeitem', { name: 'package.json' }).dblclick();
    const editor = page.locator('.editor-instance .monaco-editor');
    await editor.locator('.view-line').first().click();
    await page.keyboard.press('Control+Home');
    for (let line = 0; line < 3; line++) await page.keyboard.press('Shift+ArrowDown');
    await world.runCommand('Gatehouse: Add Selection to Chat');
    const chips = panel.root.getByRole('list', { name: 'Context', exact: true });
    await chips.getByText('package.json:1-3').waitFor();
    assert.equal(await panel.input.inputValue(), '');
    await chips.getByRole('button', { name: /^Remove / }).click();
    await chips.waitFor({ state: 'detached' });
  });

  it('a new chat leaves the running one running, and the list shows it', async () => {
    const { panel } = world;
    await panel.send('!while [ ! -e go ]; do sleep 0.1; done; echo finished');
    await panel.waitForCard('bash while', 'running');
    await panel.newChat();
    let entries = await chatMenu();
    const running = entries.filter({ hasText: '!while' });
    await running.getByText('running', { exact: true }).waitFor({ state: 'attached' });
    assert.equal(await entries.count(), 2);
    assert.equal(await entries.first().getAttribute('aria-checked'), 'true');
    await panel.root.page().keyboard.press('Escape');
    await writeFile(world.file('go'), '');
    entries = await chatMenu();
    await entries
      .filter({ hasText: '!while' })
      .getByText('running', { exact: true })
      .waitFor({ state: 'detached' });
    await entries.filter({ hasText: '!while' }).click();
    await panel.waitForCard('bash while', 'completed');
    await panel.idle();
  });

  it('"Stop All Chats" stops every chat', async () => {
    const { panel } = world;
    for (const number of [1, 2]) {
      await panel.newChat();
      await panel.send(`!echo ${number}; ${longSleep}`);
    }
    await until('both sleeps', async () => (await processesWith(`^${longSleep}`)).length === 2);
    await world.runCommand('Gatehouse: Stop All Chats');
    await until('no sleep', async () => (await processesWith(longSleep)).length === 0);
    await panel.waitForCard('bash echo 2', 'cancelled');
    await panel.idle();
    const entries = await chatMenu();
    await entries.getByText('running', { exact: true }).first().waitFor({ state: 'detached' });
    await entries.filter({ hasText: '!echo 1' }).click();
    await panel.waitForCard('bash echo 1', 'cancelled');
  });

  it('"Open Audit Log" lists every call, newest first, with all its fields', async () => {
    const rows = (await readAudit(world)).reverse();
    await world.runCommand('Gatehouse: Open Audit Log');
    const page = await auditPage(world.page);
    const times = page.locator('tbody time');
    await until('a row for each call', async () => (await times.count()) === rows.length);
    assert.deepEqual(
      await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime'))),
      rows.map(({ ts }) => ts),
    );
    assert.deepEqual(
      rows.map(({ result }) => result),
      ['cancelled', 'cancelled', 'success'],
    );
    await page
      .getByRole('button', { name: /^All fields of bash/ })
      .last()
      .click();
    const details = page.locator('tr.details:not([hidden])');
    await details.locator('dt').first().waitFor();
    const fields = await details.locator('dt').allInnerTexts();
    const wanted = ['ts', 'tool', 'call', 'result', 'approved_by', 'exit_code', 'duration_ms'];
    for (const name of wanted) assert.equal(fields.includes(name), true, name);
    const value = details.locator('dt:text-is("tool_call_id") + dd');
    assert.equal(await value.innerText(), rows.at(-1)?.tool_call_id);
  });
});
