// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { openWorld } from './support/world.mjs';

describe('a window in German', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;

  before(async () => {
    world = await openWorld({ language: 'de' });
    await world.runCommand('gatehouse.focus');
    await world.panelFrame();
  });

  after(() => world?.close());

  it('shows a German panel, and says so to screen readers', async () => {
    const { root } = world.panel;
    await root.getByRole('heading', { name: 'Willkommen bei Gatehouse' }).waitFor();
    await root.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    await root.getByRole('button', { name: 'Neuer Chat' }).waitFor();
    assert.equal(
      await root.evaluate((element) => element.ownerDocument.documentElement.lang),
      'de',
    );
  });

  it('shows its list of chats in German', async () => {
    const { root } = world.panel;
    await root.getByRole('button', { name: 'Alle Chats' }).click();
    await root.getByRole('searchbox', { name: 'Alle Chats durchsuchen' }).waitFor();
  });
});
