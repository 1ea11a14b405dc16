// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { readAudit } from './support/audit.mjs';
import { fillInputBox } from './support/quick-input.mjs';
import { screenshot } from './support/screenshots.mjs';
import { filesWith } from './support/files-with.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

/** It is silent for two seconds before it is known to wait. */
const WAIT = { timeout: 45_000 };

describe('Replies to commands that wait for input', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    world = await openWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  const widget = () => world.page.locator('.quick-input-widget');
  const box = () => widget().locator('.quick-input-box input');

  /**
   * @param {import('playwright-core').Locator} within
   * @param {string | RegExp} name
   */
  const openReply = async (within, name = /^Reply to /) => {
    await within.getByRole('button', { name }).click(WAIT);
    await box().waitFor();
  };

  /**
   * @param {string} label of the card
   * @param {string} text in its result
   */
  const hasPrinted = async (label, text) => {
    const card = await world.panel.waitForCard(label, 'completed');
    await world.panel.idle();
    await card.getByRole('button').first().click();
    await card.getByLabel('Result').filter({ hasText: text }).waitFor();
  };

  it('the card shows the last line and the question of read -p, and the box asks it', async () => {
    const { panel } = world;
    await panel.submit('!echo "Found 3 files."; read -p "Delete them? [y/N] " x; echo "so: <$x>"');
    const card = await panel.waitForCard('bash echo', 'running');
    await card.getByText('Delete them? [y/N]', { exact: true }).waitFor(WAIT);
    await card.locator('output', { hasText: 'Found 3 files.' }).waitFor();
    await screenshot(world, 'reply');
    await openReply(card);
    await widget().locator('.quick-input-message', { hasText: 'Delete them? [y/N]' }).waitFor();
    assert.equal(await box().getAttribute('type'), 'text');
  });

  it('a question that is not answered stays, and an empty answer is one', async () => {
    const { panel, page } = world;
    await page.keyboard.press('Escape');
    await widget().waitFor({ state: 'hidden' });
    const card = panel.card('bash echo');
    await card.getByText('Delete them? [y/N]', { exact: true }).waitFor();
    await openReply(card);
    await fillInputBox(world, '');
    await hasPrinted('bash echo', 'so: <>');
  });

  it('a secret is not seen while it is typed, nor in the terminal', async () => {
    const { panel, page } = world;
    await panel.submit('!printf "Password: "; read -r word; echo "${#word} letters"');
    const card = await panel.waitForCard('bash printf', 'running');
    await card.getByText('Password:', { exact: true }).waitFor(WAIT);
    await openReply(card);
    assert.equal(await box().getAttribute('type'), 'password');
    await screenshot(world, 'reply-secret');
    await fillInputBox(world, 'hunter2hunter2');
    await hasPrinted('bash printf', '14 letters');
    assert.equal(
      (await page.locator('.terminal').allInnerTexts()).join().includes('hunter2'),
      false,
    );
  });

  it('a command in the background is answered from the bar', async () => {
    const { panel } = world;
    const command = 'sleep 2; read -p "Port? " port; echo "on $port"; sleep 300';
    await panel.send(`/tool bash ${JSON.stringify({ command, background: true })}`);
    await panel.idle();
    const bar = panel.root.getByRole('region', { name: /in the background$/ });
    await bar.getByText('Port?', { exact: true }).waitFor(WAIT);
    await screenshot(world, 'reply-bar');
    await openReply(bar);
    await fillInputBox(world, '8080');
    await bar.getByText('Port?', { exact: true }).waitFor({ state: 'detached' });
    await panel.send('/tool bash_output {"id":"bg1"}');
    await hasPrinted('bash_output bg1', 'on 8080');
    await bar.getByRole('button', { name: /^Stop / }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('the end of the input ends a command that reads all of it', async () => {
    const { panel, page } = world;
    await panel.submit('!cat; echo "over"');
    await openReply(await panel.waitForCard('bash cat', 'running'));
    await page.getByRole('button', { name: 'End input (Ctrl-D)' }).click();
    await hasPrinted('bash cat', 'over');
  });

  it('Stop ends a command that waits, and closes the box', async () => {
    const { panel } = world;
    await panel.submit('!read -p "Really? " x');
    await openReply(await panel.waitForCard('bash read', 'running'));
    await panel.root.getByRole('button', { name: 'Stop', exact: true }).click();
    await panel.waitForCard('bash read', 'cancelled');
    await widget().waitFor({ state: 'hidden' });
  });

  it('the audit log keeps that the user answered, and the length', async () => {
    const given = async () => (await readAudit(world)).filter(({ event }) => event === 'input');
    await until('the entries', async () => (await given()).length === 4);
    assert.deepEqual(
      (await given()).map(({ summary, approved_by }) => [summary, approved_by]),
      [
        ['The user typed 0 characters for the command.', 'user'],
        ['The user typed 14 characters for the command.', 'user'],
        ['The user typed 4 characters for the command.', 'user'],
        ['The user ended the input of the command.', 'user'],
      ],
    );
  });

  it('no file contains the answer: transcript, audit log, database, spools and logs', async () => {
    const { userDataDir, root, panel, runCommand } = world;
    assert.equal((await panel.root.innerText()).includes('hunter2'), false);
    // The database and the stored chats are written at the end of the window.
    await runCommand('Developer: Reload Window');
    await world.openPanel();
    await panel.card('bash printf').waitFor();
    assert.notDeepEqual(await filesWith(userDataDir, '14 letters'), []);
    for (const folder of [userDataDir, root]) {
      assert.deepEqual(await filesWith(folder, 'hunter2hunter2'), []);
    }
  });
});
