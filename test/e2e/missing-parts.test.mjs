// @ts-check
import { cp, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { demoSettings } from '../harness/demo-settings.mjs';
import { repository } from '../harness/install.mjs';
import { openWorld } from './support/world.mjs';

/** What loads on first use, taken away as an update does under a window that is open. */
const parts = ['views.js', 'llm.js'];

describe('An extension whose parts are gone when they are first used', () => {
  /** @type {string} */
  let extension;
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    extension = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-extension-')));
    for (const name of ['package.json', 'dist', 'media']) {
      await cp(path.join(repository, name), path.join(extension, name), { recursive: true });
    }
    for (const name of parts) await rename(part(name), part(`${name}.away`));
    world = await openWorld({
      extensionPath: extension,
      settings: (folder) => demoSettings({ repository, folder }),
    });
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    if (extension) await rm(extension, { recursive: true, force: true });
  });

  const part = (/** @type {string} */ name) => path.join(extension, 'dist', name);

  it('still runs what the user types', async () => {
    await world.panel.send('!echo still works');
    await world.panel.waitForCard('bash echo still works', 'completed');
    await world.panel.idle();
  });

  it('says that a view did not load, and offers the remedy', async () => {
    await world.runCommand('Gatehouse: Show Status');
    const toast = world.page
      .locator('.notification-list-item')
      .filter({ hasText: 'a part of the extension did not load' });
    await toast.getByRole('button', { name: 'Reload Window' }).waitFor();
  });

  it('says in the chat that the model did not load', async () => {
    await world.panel.send('Fix the failing test');
    await world.panel.notice('The model client did not load');
    await world.panel.idle();
  });

  it('loads them once they are there again', async () => {
    for (const name of parts) await rename(part(`${name}.away`), part(name));
    await world.panel.root.getByRole('button', { name: 'Retry' }).click();
    await world.panel.waitForCard('bash npm test', 'asking');
    await world.runCommand('Gatehouse: Show Status');
    await world.page.getByRole('tab', { name: /Gatehouse Status/ }).waitFor();
  });
});
