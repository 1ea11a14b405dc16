// @ts-check
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { startScriptedLlm } from '../fakes/scripted-llm.mjs';
import { readAudit } from './support/audit.mjs';
import { screenshot } from './support/screenshots.mjs';
import { until } from './support/until.mjs';
import { openWorld, serverSettings } from './support/world.mjs';

const rule = { pattern: 'echo *', action: 'allow' };
const searching = { pattern: 'grep *', action: 'allow' };

describe('How a command is judged, shown and taken back', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {import('../fakes/scripted-llm.d.mts').ScriptedLlm} */
  let llm;
  before(async () => {
    llm = await startScriptedLlm();
    world = await openWorld({
      settings: {
        ...serverSettings(llm),
        'gatehouse.permissions': { bash: [rule, searching] },
        'gatehouse.shell.transactional': true,
      },
      prepare: async (folder) => {
        await writeFile(path.join(folder, 'notes.txt'), 'before\n');
        await mkdir(path.join(folder, 'config'));
        await writeFile(path.join(folder, 'config', 'app.txt'), 'before\n');
        await writeFile(path.join(folder, 'config', '.env'), 'before\n');
      },
    });
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    await llm?.close();
  });

  const row = (/** @type {string} */ label) =>
    world.page.locator(`.quick-input-list .monaco-list-row[aria-label*=${JSON.stringify(label)}]`);

  /**
   * @param {string} command
   * @param {string} said
   */
  const ask = async (command, said) => {
    llm.push({ calls: [{ name: 'core__bash', args: { command } }] }, { text: said });
    await world.panel.send(said);
  };

  it('the card shows each sub-command, and why it needs approval', async () => {
    const { panel } = world;
    await ask('echo one && sort -o sorted.txt notes.txt', 'Sorted.');
    const card = await panel.waitForCard('bash echo one', 'asking');
    await card.getByText('sort -o sorted.txt notes.txt', { exact: true }).first().waitFor();
    await screenshot(world, 'parts');
    assert.equal(await card.getByRole('button', { name: 'Always allow…' }).count(), 0);
    await card.getByRole('button', { name: 'Allow once' }).click();
    await panel.answer('Sorted.');
    await panel.idle();
    assert.equal(await readFile(world.file('sorted.txt'), 'utf8'), 'before\n');
  });

  it('"Undo" on the card of a command undoes its changes after a reload, with an audit entry', async () => {
    const { page, panel } = world;
    await panel.waitForCard('bash echo one', 'completed');
    await page.reload();
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    await world.openPanel();
    const card = await panel.waitForCard('bash echo one', 'completed');
    await card.locator('.card-head').click();
    await card.getByRole('button', { name: 'Undo', exact: true }).click();
    await card.getByText(/^Undone: /).waitFor();
    await screenshot(world, 'command-undone');
    await until('the file is gone', async () =>
      readFile(world.file('sorted.txt'), 'utf8').then(
        () => undefined,
        () => true,
      ),
    );
    const row = (await readAudit(world)).at(-1);
    assert.equal(row?.['event'], 'rollback');
  });

  it('"Always allow…" saves one rule for each sub-command, and then it runs without asking', async () => {
    const { panel, page } = world;
    await ask('git status --short && git ls-files', 'Listed.');
    const card = await panel.waitForCard('bash git status', 'asking');
    await card.getByRole('button', { name: 'Always allow…' }).click();
    await row('git status * + git ls-files *').first().click();
    const consent = page.getByRole('dialog');
    await consent.getByText('Pattern: git ls-files *').waitFor();
    await screenshot(world, 'consent');
    await consent.getByRole('button', { name: 'Save rule and allow' }).click();
    await panel.answer('Listed.');
    await panel.idle();
    await ask('git ls-files src; git status', 'Unasked.');
    await panel.answer('Unasked.');
    await panel.idle();
    assert.equal((await readAudit(world)).at(-1)?.['approved_by'], 'auto');
  });

  it('a search asks and names a file that may not be read, until that file is gone', async () => {
    const { panel } = world;
    const search = 'grep -rn before config';
    await ask(search, 'Searched.');
    const card = await panel.waitForCard('bash grep -rn', 'asking');
    await card.getByText(/it also reads \.env, which holds the secrets of a project/).waitFor();
    await screenshot(world, 'limited');
    await card.getByRole('button', { name: 'Deny', exact: true }).click();
    await panel.answer('Searched.');
    await panel.idle();
    await rm(world.file('config/.env'));
    await until('the search runs unasked', async () => {
      await ask(search, 'Again.');
      const answered = await Promise.race([
        panel.answer('Again.').then(() => true),
        panel.waitForCard('bash grep -rn', 'asking').then(() => false),
      ]);
      if (!answered) {
        const again = await panel.waitForCard('bash grep -rn', 'asking');
        await again.getByRole('button', { name: 'Deny', exact: true }).click();
        await panel.answer('Again.');
      }
      await panel.idle();
      return answered || undefined;
    });
    assert.equal((await readAudit(world)).at(-1)?.['approved_by'], 'auto');
  });

  it('a glob is looked up: it runs where it may be read, and asks and names what may not', async () => {
    const { panel } = world;
    await ask('grep -n before config/*.txt *.txt', 'Found.');
    await panel.answer('Found.');
    await panel.idle();
    assert.equal((await readAudit(world)).at(-1)?.['approved_by'], 'auto');
    await writeFile(world.file('config/.env'), 'before\n');
    await ask('grep -n before config/.e*', 'Not found.');
    const card = await panel.waitForCard('bash grep -n', 'asking');
    await card.getByText(/config\/\.env, because it holds the secrets/).waitFor();
    await card.getByRole('button', { name: 'Deny', exact: true }).click();
    await panel.answer('Not found.');
    await panel.idle();
  });

  it('a blocked command is refused, and the agent gets an alternative', async () => {
    const { panel } = world;
    await ask('echo $(cat notes.txt)', 'I see.');
    await panel.waitForCard('bash echo $', 'failed');
    await panel.answer('I see.');
    await panel.idle();
    const told = JSON.stringify(llm.requests.at(-1));
    assert.match(told, /The command is blocked: \$\(cat notes\.txt\)/);
  });

  it('/status shows how the latest command was read', async () => {
    await world.panel.submit('/status');
    const text = await until('the page', async () => {
      const lines = world.page.locator('.editor-instance .view-lines').last();
      const shown = (await lines.innerText().catch(() => '')).replaceAll('\u00a0', ' ');
      return shown.includes('Gatehouse') ? shown : undefined;
    });
    assert.match(text, /^Gatehouse \d/);
    await world.page.keyboard.press('Control+End');
    await until('the latest command', async () => {
      const shown = await world.page.locator('.editor-instance .view-lines').last().innerText();
      return shown.replaceAll('\u00a0', ' ').includes('The latest command, as parsed');
    });
    await screenshot(world, 'status');
  });
});
