// @ts-check
import assert from 'node:assert/strict';
import { cp, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { startScriptedLlm } from '../fakes/scripted-llm.mjs';
import { repository } from '../harness/install.mjs';
import { openWorld, serverSettings } from './support/world.mjs';

/** What loads on first use, taken away as an update does under a window that is open. */
const parts = ['work.js', 'undici.js'];

describe('An extension whose parts are gone when they are first used', () => {
  /** @type {string} */
  let extension;
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {import('../fakes/scripted-llm.d.mts').ScriptedLlm} */
  let llm;
  before(async () => {
    extension = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-extension-')));
    for (const name of ['package.json', 'package.nls.json', 'l10n', 'dist', 'media']) {
      await cp(path.join(repository, name), path.join(extension, name), { recursive: true });
    }
    for (const name of parts) await rename(part(name), part(`${name}.away`));
    llm = await startScriptedLlm();
    world = await openWorld({ extensionPath: extension, settings: serverSettings(llm) });
  });
  after(async () => {
    await world?.close();
    await llm?.close();
    if (extension) await rm(extension, { recursive: true, force: true });
  });

  const part = (/** @type {string} */ name) => path.join(extension, 'dist', name);
  const toast = () =>
    world.page.locator('.notification-list-item').filter({ hasText: 'dist/work.js' });

  it('names the file that did not load, once, and what to do', async () => {
    await world.runCommand('Gatehouse: Show Status');
    await toast().getByText('reinstall Gatehouse').waitFor();
    await toast().getByRole('button', { name: 'Reload Window' }).waitFor();
    await world.runCommand('View: Show Gatehouse').catch(() => undefined);
    await world.runCommand('Gatehouse: Show Status');
    // The palette may hide toasts; the list has them all.
    await world.runCommand('Notifications: Show Notifications');
    await toast().first().waitFor();
    assert.equal(await toast().count(), 1);
  });

  it('does the same for a broken file', async () => {
    await world.runCommand('Notifications: Clear All Notifications');
    await writeFile(part('work.js'), 'exports.composeWork = ');
    await world.runCommand('Gatehouse: Show Status');
    await toast().first().waitFor();
    assert.equal(await toast().count(), 1);
  });

  it('works as soon as the file is whole again', async () => {
    await rename(part('work.js.away'), part('work.js'));
    await world.openPanel();
    await world.panel.send('!echo still works');
    await world.panel.waitForCard('bash echo still works', 'completed');
    await world.panel.idle();
  });

  it('reports in the chat that the HTTP client did not load, and tries again', async () => {
    await world.panel.send('Hello');
    await world.panel.notice('The HTTP client did not load');
    await world.panel.idle();
    await rename(part('undici.js.away'), part('undici.js'));
    llm.push({ text: 'Here I am.' });
    await world.panel.root.getByRole('button', { name: 'Retry' }).click();
    await world.panel.answer('Here I am.');
    await world.panel.idle();
  });
});
