// @ts-check
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

/**
 * @param {string} tool
 * @param {object} args
 */
const call = (tool, args) => `/tool ${tool} ${JSON.stringify(args)}`;

describe('Unsaved text, new folders and a window that is gone', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  before(async () => {
    world = await openWorld({
      settings: { 'files.autoSave': 'off' },
      prepare: (folder) => writeFile(`${folder}/notes.txt`, 'alpha\nbeta\n'),
    });
    await world.openPanel();
  });
  after(() => world?.close());

  const text = (/** @type {string} */ name) => readFile(world.file(name), 'utf8');
  const isThere = (/** @type {string} */ name) =>
    stat(world.file(name)).then(
      () => true,
      () => false,
    );
  const run = async (/** @type {string} */ tool, /** @type {object} */ args) => {
    await world.panel.send(call(tool, args));
    await world.panel.idle();
  };
  const undo = (/** @type {string} */ label) =>
    world.panel.card(label).getByRole('button', { name: 'Undo', exact: true }).click();
  const toast = (/** @type {string} */ message) =>
    world.page.locator('.notification-list-item').filter({ hasText: message }).first();

  it('a change to a file with unsaved text waits for the user to save it', async () => {
    const { page } = world;
    await world.openFile('notes.txt');
    await page.locator('.view-line', { hasText: 'alpha' }).first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('mine ');
    await page.locator('.tab.dirty', { hasText: 'notes.txt' }).first().waitFor();
    await run('read', { path: 'notes.txt' });
    await run('edit', { path: 'notes.txt', old_string: 'beta', new_string: 'gamma' });
    const offer = toast('Gatehouse changed notes.txt, which had unsaved changes');
    await offer.waitFor();
    assert.equal(await text('notes.txt'), 'alpha\nbeta\n');
    await offer.getByRole('button', { name: 'Save', exact: true }).click();
    await until('it is saved', async () => (await text('notes.txt')) === 'mine alpha\ngamma\n');
    await undo('edit notes.txt');
    await until('what was typed stays', async () => (await text('notes.txt')).includes('beta'));
    assert.equal(await text('notes.txt'), 'mine alpha\nbeta\n');
  });

  it('undo names the call that blocks it, and removes new folders', async () => {
    await world.panel.newChat();
    await run('write', { path: 'new/deep/plan.md', content: '1\n' });
    await run('edit', { path: 'new/deep/plan.md', old_string: '1', new_string: '2' });
    await undo('write new/deep/plan.md');
    await toast('new/deep/plan.md was changed by a later call of this chat').waitFor();
    assert.equal(await text('new/deep/plan.md'), '2\n');
    await undo('edit new/deep/plan.md');
    await until('the edit is undone', async () => (await text('new/deep/plan.md')) === '1\n');
    const again = world.panel.card('write new/deep/plan.md');
    await again.getByRole('button', { name: 'Undo', exact: true, disabled: false }).click();
    await until('nothing is left of it', async () => !(await isThere('new')));
  });

  it('a reloaded window can still undo', async () => {
    const { page, panel, runCommand } = world;
    await panel.newChat();
    await run('write', { path: 'sub/one.txt', content: '1\n' });
    await run('delete_path', { path: 'notes.txt' });
    await page.reload();
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    await runCommand('Gatehouse: Undo Changes…');
    const picker = page.locator('.quick-input-widget');
    await picker.getByText('notes.txt').first().click();
    await picker.getByText('2 Selected').waitFor();
    await picker.getByRole('button', { name: 'OK' }).click();
    const modal = page.locator('.monaco-dialog-box');
    await modal.getByText('Undo the changes in 2 files?').waitFor();
    await modal.getByRole('button', { name: 'Undo', exact: true }).click();
    await until('the file is back', () => isThere('notes.txt'));
    await until('the new folder is gone', async () => !(await isThere('sub')));
  });
});
