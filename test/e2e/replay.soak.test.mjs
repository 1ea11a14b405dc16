// @ts-check
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { reportPage, reportText } from './support/report-page.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

const rule = { pattern: 'echo *', action: 'allow' };

describe('A conversation as a test of rules', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({
      settings: { 'gatehouse.permissions': { bash: [rule] } },
    });
    await world.openPanel();
  });
  after(() => world?.close());

  const saved = () => path.join(world.folder, 'say-hello.replay.json');

  const dialog = () => world.page.locator('.quick-input-widget .quick-input-box input');

  /** VS Code's dialog for files, once it proposes `path`. */
  const dialogWith = (/** @type {string} */ proposed) =>
    until(`a dialog that proposes ${proposed}`, async () => {
      const value = await dialog()
        .inputValue({ timeout: 1000 })
        .catch(() => '');
      return value.startsWith(proposed) || undefined;
    });

  const replay = async (/** @type {string} */ file) => {
    await world.runCommand('Gatehouse: Replay Conversation…');
    await dialogWith('/');
    // The dialog looks on disk while one types: it may put its own proposal in place of the text, and
    // then takes Enter for that.
    await until('the dialog has taken the file', async () => {
      if (await dialog().isHidden()) return true;
      if ((await dialog().inputValue()) !== file) await dialog().fill(file);
      await world.page.waitForTimeout(500);
      if ((await dialog().inputValue()) !== file) return undefined;
      await dialog().press('Enter');
      return dialog()
        .waitFor({ state: 'hidden', timeout: 5000 })
        .then(
          () => true,
          () => undefined,
        );
    });
  };

  it('is saved to a file that the user chooses', async () => {
    const { panel } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'echo hello' } }] },
      { text: 'It said hello.' },
    );
    await panel.send('Say hello');
    await panel.waitForCard('bash echo hello', 'completed');
    await panel.answer('It said hello.');
    await panel.idle();
    await world.runCommand('Gatehouse: Save Conversation as Replay…');
    await dialogWith(saved());
    await dialog().press('Enter');
    const file = await until('the file is there', () =>
      readFile(saved(), 'utf8').catch(() => undefined),
    );
    const [turn] = JSON.parse(file).turns;
    assert.equal(turn.user, 'Say hello');
    assert.deepEqual(turn.steps[0].calls[0].expect, {
      status: 'completed',
      exitCode: 0,
      decision: { verdict: 'allow', by: 'rule core__bash "echo *" allow (user)' },
    });
  });

  it('gets the recorded decisions while the rules are the same, and nothing runs', async () => {
    const before = (await readAudit(world)).length;
    await replay(saved());
    await reportPage(world.page, 'Replay', 'The one decision is as recorded.');
    assert.equal((await readAudit(world)).length, before);
  });

  it('shows where the current rules decide differently', async () => {
    const { page: window } = world;
    await world.runCommand('Gatehouse: Manage Rules…');
    const mine = window.locator('.monaco-list-row[aria-label^="allow bash `echo *`"]');
    await mine.hover();
    await mine.getByRole('button', { name: 'Remove this rule…' }).click();
    await window.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await until('a list without the rule', async () => (await mine.count()) === 0);
    await window.keyboard.press('Escape');
    await replay(saved());
    const page = await reportPage(window, 'Replay', '1 of 1 decision differs.');
    const text = await reportText(page);
    assert.match(text, /Then: allowed without asking \(rule core__bash "echo \*" allow \(user\)\)/);
    assert.match(text, /Now: asked about \(.*none of your rules covers/);
  });

  it('a file that is not a recording is reported with its line and a remedy', async () => {
    const broken = path.join(world.folder, 'broken.json');
    await writeFile(broken, '{"version":1,"title":"x","turns":"none"}');
    await replay(broken);
    await world.page
      .getByText(/cannot be played: turns: .*Correct the file/)
      .first()
      .waitFor();
  });
});
