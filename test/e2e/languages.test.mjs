// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';

describe('A German window', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;

  before(async () => {
    world = await openScriptedWorld({ language: 'de' });
  });
  after(() => world?.close());

  /** @param {string} text */
  const notification = (text) =>
    world.page.locator('.notification-toast').getByText(text).waitFor();

  it('shows German titles of commands, and German texts of both bundles of the host', async () => {
    const { page, runCommand } = world;
    await page
      .locator('.statusbar-item-label[aria-label="Gatehouse: Keine ausstehenden Genehmigungen"]')
      .waitFor();
    await runCommand('Gatehouse: Nächste Genehmigung');
    await notification('Gatehouse: Keine ausstehenden Genehmigungen.');
    await runCommand('Gatehouse: API-Schlüssel entfernen…');
    await notification('Gatehouse: Es ist kein API-Schlüssel gespeichert.');
  });

  it('shows a German panel, and says so to screen readers', async () => {
    await world.runCommand('gatehouse.focus');
    await world.panelFrame();
    const { root } = world.panel;
    await root.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    // The chat without a name, and the button that starts one.
    await root.getByRole('button', { name: 'Neuer Chat' }).first().waitFor();
    const language = await root.evaluate((element) => element.ownerDocument.documentElement.lang);
    assert.equal(language, 'de');
  });

  it('gives German reasons on the card of an approval', async () => {
    const { llm, panel, page } = world;
    llm.push({ calls: [{ name: 'core__bash', args: { command: 'seq 3' } }] }, { text: 'Fertig.' });
    await panel.root.getByRole('textbox', { name: 'Nachricht' }).click();
    await page.keyboard.type('Los');
    await page.keyboard.press('Enter');
    await panel.root.getByText('Keine Ihrer Regeln deckt diesen Befehl ab').first().waitFor();
    await panel.root.getByRole('button', { name: /^Ablehnen: / }).click();
    await panel.answer('Fertig.');
    assert.match(JSON.stringify(llm.requests.at(-1)), /The user denied this call/);
  });

  it('shows a German list of chats', async () => {
    const { root } = world.panel;
    await root.getByRole('button', { name: 'Alle Chats' }).click();
    await root.getByRole('searchbox', { name: 'Alle Chats durchsuchen' }).waitFor();
  });
});
