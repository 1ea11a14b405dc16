// @ts-check
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { reportPage, reportText } from './support/report-page.mjs';
import { screenshot } from './support/screenshots.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

const rule = { pattern: 'echo *', action: 'allow' };
const searching = { pattern: 'grep *', action: 'allow' };

describe('How a command is judged, shown and taken back', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({
      settings: {
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
  after(() => world?.close());

  /**
   * @param {string} command
   * @param {string} said
   */
  const ask = async (command, said) => {
    world.llm.push({ calls: [{ name: 'core__bash', args: { command } }] }, { text: said });
    await world.panel.send(said);
  };

  it('the card shows each sub-command, and why it needs approval', async () => {
    const { panel } = world;
    await ask('echo one && sort -o sorted.txt notes.txt', 'Sorted.');
    const card = await panel.waitForCard('bash echo one', 'asking');
    await card.getByText('sort -o sorted.txt notes.txt', { exact: true }).first().waitFor();
    await screenshot(world, 'parts');
    await card.getByRole('button', { name: /^Always allow: / }).click();
    const menu = card.getByRole('menu', { name: 'Always allow' });
    await menu.getByText(/^sort -o sorted\.txt notes\.txt asks each time: /).waitFor();
    await screenshot(world, 'always-menu');
    await world.page.keyboard.press('Escape');
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

  it('"Always allow" saves one rule for each sub-command, and then it runs without asking', async () => {
    const { panel, page } = world;
    await ask('git status --short && git ls-files', 'Listed.');
    const card = await panel.waitForCard('bash git status', 'asking');
    await card.getByRole('button', { name: /^Always allow: / }).click();
    await card
      .getByRole('group', { name: 'Rule: git status * + git ls-files *' })
      .getByRole('menuitem', { name: 'For this chat…' })
      .click();
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

  it('decision 66: exactly this call is allowed in this chat by one click, without a dialog', async () => {
    const { panel } = world;
    await ask('touch exactly.txt', 'Once.');
    const card = await panel.waitForCard('bash touch exactly.txt', 'asking');
    await card.getByRole('button', { name: /^Always allow: / }).click();
    await card.getByRole('menuitem', { name: 'This exact command, in this chat' }).click();
    await panel.answer('Once.');
    await panel.idle();
    await ask('touch exactly.txt', 'Twice.');
    await panel.answer('Twice.');
    await panel.idle();
    assert.equal((await readAudit(world)).at(-1)?.['approved_by'], 'auto');
  });

  it('calls of one answer ask together; several edits are allowed by one click, a deletion is not', async () => {
    const { page, panel } = world;
    // Both edits must be in view, above the deletion.
    await page.setViewportSize({ width: 1400, height: 1200 });
    const write = (/** @type {string} */ file) => ({
      name: 'core__write',
      args: { path: file, content: `${file}\n` },
    });
    const remove = { name: 'core__delete_path', args: { path: 'notes.txt' } };
    world.llm.push({ calls: [write('one.txt'), write('two.txt'), remove] }, { text: 'Changed.' });
    await world.panel.send('Change files');
    const deletion = await panel.waitForCard('delete', 'asking');
    const together = panel.root.getByRole('button', { name: 'Allow these 2 edits' });
    await together.waitFor();
    await screenshot(world, 'together');
    await until('a button that stays', () => together.isEnabled());
    await together.click();
    await panel.waitForCard('write two.txt', 'completed');
    assert.equal(await readFile(world.file('one.txt'), 'utf8'), 'one.txt\n');
    await deletion.getByRole('button', { name: /^Deny: / }).click();
    await panel.answer('Changed.');
    await panel.idle();
    assert.equal(typeof (await readFile(world.file('notes.txt'), 'utf8')), 'string');
  });

  it('a search asks and names a file that may not be read, until that file is gone', async () => {
    const { panel } = world;
    const search = 'grep -rn before config';
    await ask(search, 'Searched.');
    const card = await panel.waitForCard('bash grep -rn', 'asking');
    const why = /also reads files in .*\.env holds the secrets of a project/;
    await card.getByText(why).waitFor();
    await screenshot(world, 'limited');
    await card.getByRole('button', { name: /^Deny: / }).click();
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
        await again.getByRole('button', { name: /^Deny: / }).click();
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
    await card.getByText(/config\/\.env holds the secrets/).waitFor();
    await card.getByRole('button', { name: /^Deny: / }).click();
    await panel.answer('Not found.');
    await panel.idle();
  });

  it('a blocked command is refused, and the agent gets an alternative', async () => {
    const { panel } = world;
    await ask('echo $(cat notes.txt)', 'I see.');
    await panel.waitForCard('bash echo $', 'failed');
    await panel.answer('I see.');
    await panel.idle();
    const told = JSON.stringify(world.llm.requests.at(-1));
    assert.match(told, /The command is blocked: \$\(cat notes\.txt\)/);
  });

  it('/status shows how the latest command was read', async () => {
    await world.panel.submit('/status');
    const page = await reportPage(world.page, 'Status');
    assert.match(await reportText(page), /Latest command, as parsed/);
    await screenshot(world, 'status');
  });
});
