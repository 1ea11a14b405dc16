// @ts-check
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { reportPage, reportText } from './support/report-page.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

const rule = { pattern: 'echo *', action: 'allow' };

describe('Why a call is decided as it is', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({
      settings: { 'gatehouse.permissions': { bash: [rule] } },
      prepare: async (folder) => {
        const tightened = { 'gatehouse.workspace.deny': { read: ['secrets/*'] } };
        await mkdir(path.join(folder, '.vscode'), { recursive: true });
        await writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(tightened));
      },
    });
    await world.openPanel();
  });
  after(() => world?.close());

  const rows = () => world.page.locator('.quick-input-list .monaco-list-row');
  const row = (/** @type {string} */ label) =>
    world.page.locator(`.quick-input-list .monaco-list-row[aria-label^=${JSON.stringify(label)}]`);
  const input = () => world.page.locator('.quick-input-widget .quick-input-box input');

  /** A page takes the focus back when a modal editor closes, which hides a quick pick. */
  const closeReports = async () => {
    await world.runCommand('View: Close All Editors');
    const frames = world.page.locator('iframe.webview');
    await until('no page', async () => (await frames.count()) === 1);
  };

  const readRules = async () => {
    const file = path.join(world.userDataDir, 'User', 'settings.json');
    return JSON.parse(await readFile(file, 'utf8'))['gatehouse.permissions'];
  };

  it('"Why" on a card opens the explanation: the decision then, and every check', async () => {
    const { panel } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'echo hello' } }] },
      { text: 'It said hello.' },
    );
    await panel.send('Say hello');
    const card = await panel.waitForCard('bash echo hello', 'completed');
    await panel.answer('It said hello.');
    await panel.idle();
    await card.locator('.card-head').click();
    await card.getByText('Allowed: rule “bash echo *” (your settings)').first().waitFor();
    await card.getByRole('button', { name: 'Explain this decision' }).click();
    const page = await reportPage(world.page, 'Explain Decision', 'Allowed without asking');
    const text = await reportText(page);
    assert.match(text, /allow bash `echo \*` \(your settings, gatehouse\.permissions\.bash\[0\]\)/);
    assert.match(text, /other checks passed .*passes Paths/);
    await page
      .getByText(/other checks passed/)
      .first()
      .click();
    await page.getByRole('heading', { name: 'Paths' }).first().waitFor();
    await page.getByRole('button', { name: 'Open Rule' }).first().click();
    const setting = world.page.locator('.settings-editor .setting-item');
    await setting.filter({ hasText: 'Permissions' }).first().waitFor();
    await world.page.getByRole('button', { name: /^Close Modal Editor/ }).click();
    await closeReports();
  });

  it('"Explain Decision…" judges a call that was never made, and runs nothing', async () => {
    const before = (await readAudit(world)).length;
    await world.runCommand('Gatehouse: Explain Decision…');
    await row('edit  A tool and arguments').click();
    await row('bash,').click();
    await world.page.getByText('Command to explain').waitFor();
    await input().fill('git push; touch made.txt');
    await input().press('Enter');
    const page = await reportPage(world.page, 'Explain Decision', 'git push; touch made.txt');
    const text = await reportText(page);
    assert.match(text, /Would ask you before running/);
    assert.match(text, /Permission rules: none of your rules covers these 2 commands/);
    await closeReports();
    assert.equal((await readAudit(world)).length, before);
    assert.equal(await world.panel.cards().count(), 1);
  });

  it('"Manage Rules…" lists rules by source and removes one, with effect at once', async () => {
    const { panel, page: window } = world;
    await world.runCommand('Gatehouse: Manage Rules…');
    const mine = row('allow bash `echo *`');
    await mine.waitFor();
    await row('allow every read call').waitFor();
    await mine.hover();
    await mine.getByRole('button', { name: 'Remove this rule…' }).click();
    await window.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await row('allow every read call').waitFor();
    await until('a list without the rule', async () => (await mine.count()) === 0);
    await window.keyboard.press('Escape');
    assert.equal(await readRules(), undefined);
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'echo again' } }] },
      { text: 'Not allowed.' },
    );
    await panel.send('Say it again');
    const card = await panel.waitForCard('bash echo again', 'asking');
    await card.getByText('None of your rules covers this command.').waitFor();
  });

  it('"Manage Rules…" opens the setting of a rule that it cannot remove', async () => {
    const { page: window } = world;
    const closeEditor = () => window.getByRole('button', { name: /^Close Modal Editor/ }).click();
    const shown = (/** @type {string} */ text) =>
      window.locator('.settings-editor .setting-item').filter({ hasText: text }).first().waitFor();
    await world.runCommand('Gatehouse: Manage Rules…');
    await row('allow every read call').click();
    await shown('Default Permissions');
    await closeEditor();
    await world.runCommand('Gatehouse: Manage Rules…');
    await row('deny read `secrets/*`').click();
    await shown('Deny');
    await window
      .locator('.settings-editor .settings-tabs-widget')
      .getByRole('tab', { name: /Workspace/, selected: true })
      .waitFor();
    await closeEditor();
  });

  it('"Set Trust Level…" applies to the chat, and decides the calls that wait in it', async () => {
    const { panel } = world;
    await world.runCommand('Gatehouse: Set Trust Level…');
    await row('Built-in tools: trusted, now').waitFor();
    assert.equal(await rows().count(), 4);
    await row('Built-in tools: untrusted').click();
    const card = await panel.waitForCard('bash echo again', 'failed');
    await panel.answer('Not allowed.');
    await panel.idle();
    assert.equal(await card.locator('.approval').count(), 0);
    await world.page.getByRole('button', { name: 'Gatehouse: no pending approvals' }).waitFor();
    const told = world.llm.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
    assert.match(told, /untrusted/);
    await panel.send('!echo distrusted');
    await panel.waitForCard('bash echo distrusted', 'failed');
    await panel.idle();
    const last = (await readAudit(world)).at(-1);
    assert.deepEqual([last?.result, last?.trust], ['denied', 'untrusted']);
    await world.page.reload();
    await world.openPanel();
    await panel.send('!echo still distrusted');
    await panel.waitForCard('bash echo still distrusted', 'failed');
    await panel.idle();
    await panel.newChat();
    await panel.send('!echo new chat');
    await panel.waitForCard('bash echo new chat', 'completed');
    await panel.idle();
  });

  it('"Tools…" shows what happens to a tool\'s calls, and switches it off and on', async () => {
    const { panel } = world;
    /** @param {string} verdict @param {string} command @param {'completed' | 'failed'} status */
    const toggle = async (verdict, command, status) => {
      await world.runCommand('Gatehouse: Tools…');
      await row('bash,').getByText(verdict, { exact: true }).waitFor();
      await row('bash,').click();
      await input().press('Enter');
      await rows().first().waitFor({ state: 'hidden' });
      await until(`bash ${status}`, async () => {
        await panel.send(`!${command}`);
        await panel.idle();
        return (await panel.cards().last().getAttribute('class'))?.includes(status);
      });
    };
    await toggle('asks', 'echo off', 'failed');
    assert.equal((await readAudit(world)).at(-1)?.error_code, 'policy_denied');
    await toggle('off: denied, hidden from the model', 'echo on', 'completed');
  });
});
