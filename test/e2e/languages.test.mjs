// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { openWorld } from './support/world.mjs';

describe('A German window', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;

  before(async () => {
    world = await openWorld({ language: 'de' });
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
    await root.getByRole('heading', { name: 'Willkommen bei Gatehouse' }).waitFor();
    await root.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    await root.getByRole('button', { name: 'Neuer Chat' }).waitFor();
    const language = await root.evaluate((element) => element.ownerDocument.documentElement.lang);
    assert.equal(language, 'de');
    await root.getByRole('button', { name: 'Alle Chats' }).click();
    await root.getByRole('searchbox', { name: 'Alle Chats durchsuchen' }).waitFor();
  });
});
