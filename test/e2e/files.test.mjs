// @ts-check
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { screenshot } from './support/screenshots.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

/**
 * @param {string} tool
 * @param {object} args
 */
const call = (tool, args) => `/tool ${tool} ${JSON.stringify(args)}`;

describe('Changed files and undo', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {string} */
  let original;
  before(async () => {
    world = await openWorld();
    original = await readFile(world.file('src/cart.js'), 'utf8');
    await world.openPanel();
  });
  after(() => world?.close());

  const bar = () => world.panel.root.getByRole('region', { name: /changed by this chat$/ });
  const text = (/** @type {string} */ name) => readFile(world.file(name), 'utf8');
  const isThere = (/** @type {string} */ name) =>
    stat(world.file(name)).then(
      () => true,
      () => false,
    );
  const modal = () => world.page.locator('.monaco-dialog-box');
  /** Answers VS Code's dialog. */
  const answer = async (/** @type {string} */ button) => {
    await modal().getByRole('button', { name: button, exact: true }).click();
    await modal().waitFor({ state: 'hidden' });
  };

  it('a card shows what an edit changed, and the bar names the file', async () => {
    const { panel } = world;
    await panel.send(call('read', { path: 'src/cart.js' }));
    await panel.waitForCard('read src/cart.js', 'completed');
    await panel.idle();
    const line = original.split('\n')[0] ?? '';
    await panel.send(
      call('edit', { path: 'src/cart.js', old_string: line, new_string: `// changed\n${line}` }),
    );
    const card = await panel.waitForCard('edit src/cart.js', 'completed');
    await card.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await panel.root.getByRole('region', { name: '1 file changed by this chat' }).waitFor();
    await panel.idle();
  });

  it('undo on the card puts the file back, and says so', async () => {
    const { panel } = world;
    const card = panel.card('edit src/cart.js');
    await card.getByRole('button', { name: 'Undo', exact: true }).click();
    await card.getByText('Undone').first().waitFor();
    assert.equal(await text('src/cart.js'), original);
    await bar().waitFor({ state: 'hidden' });
  });

  it('a file that was changed since is left unchanged and reported', async () => {
    const { panel } = world;
    await panel.send(call('write', { path: 'notes.txt', content: 'one\n' }));
    const card = await panel.waitForCard('write notes.txt', 'completed');
    await panel.idle();
    await writeFile(world.file('notes.txt'), 'mine\n');
    await card.getByRole('button', { name: 'Undo', exact: true }).click();
    const toast = world.page.locator('.notification-list-item').filter({ hasText: 'notes.txt' });
    await toast.first().waitFor();
    assert.equal(await text('notes.txt'), 'mine\n');
    await panel.root.getByRole('region', { name: '1 file changed by this chat' }).waitFor();
  });

  it('a folder is deleted and brought back whole', async () => {
    const { panel } = world;
    await panel.send(call('delete_path', { path: 'src' }));
    const card = await panel.waitForCard('delete_path src', 'completed');
    await panel.idle();
    assert.equal(await isThere('src'), false);
    await card.getByText('deleted').first().waitFor();
    await card.getByRole('button', { name: 'Undo', exact: true }).click();
    await until('the folder', () => isThere('src/cart.js'));
    assert.equal(await text('src/cart.js'), original);
    await card.getByText('Undone').first().waitFor();
  });

  it('files in the list are distinguishable in every theme', async () => {
    const { panel } = world;
    await panel.newChat();
    for (const [tool, args, label] of /** @type {const} */ ([
      ['read', { path: 'src/cart.js' }, 'read'],
      [
        'edit',
        {
          path: 'src/cart.js',
          old_string: 'function',
          new_string: 'function  ',
          replace_all: true,
        },
        'edit',
      ],
      ['write', { path: 'docs/plan.md', content: '# Plan\n\n1. Weigh apples.\n' }, 'write'],
      ['move_path', { source: 'README.md', destination: 'docs/readme.md' }, 'move_path'],
      ['delete_path', { path: 'package.json' }, 'delete_path'],
    ])) {
      await panel.send(call(tool, args));
      await panel.waitForCard(label, 'completed');
      await panel.idle();
    }
    await bar().getByRole('button', { expanded: false }).click();
    await bar()
      .getByRole('button', { name: /^Open diff of/ })
      .first()
      .waitFor();
    assert.equal((await bar().getByRole('listitem').count()) >= 4, true);
    await screenshot(world, 'files');
  });

  it('the diff of a file is VS Code’s, with the file itself on its right', async () => {
    const { page } = world;
    await bar().getByRole('button', { name: 'Open diff of cart.js' }).click();
    await page.locator('.tab', { hasText: 'cart.js' }).first().waitFor();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await screenshot(world, 'files-diff');
  });

  it('keep accepts a file, undo all asks once and puts the rest back', async () => {
    await bar().getByRole('button', { name: 'Keep changes to plan.md' }).click();
    await bar().getByText('plan.md').waitFor({ state: 'hidden' });
    await bar().getByRole('button', { name: 'Undo all' }).click();
    await modal().waitFor();
    await screenshot(world, 'files-undo-all');
    await answer('Undo');
    await bar().waitFor({ state: 'hidden' });
    assert.equal(await text('src/cart.js'), original);
    assert.equal(await isThere('README.md'), true);
    assert.equal(await isThere('docs/readme.md'), false);
    assert.equal(await isThere('package.json'), true);
    assert.equal(await text('docs/plan.md'), '# Plan\n\n1. Weigh apples.\n');
  });

  it('an open file is changed in its editor, where Undo takes it back', async () => {
    const { panel, page, runCommand } = world;
    await panel.newChat();
    await runCommand('View: Close All Editors');
    await world.openFile('src/cart.js');
    await panel.send(call('read', { path: 'src/cart.js' }));
    await panel.waitForCard('read src/cart.js', 'completed');
    await panel.idle();
    const line = original.split('\n')[0] ?? '';
    await panel.send(
      call('edit', { path: 'src/cart.js', old_string: line, new_string: `// seen\n${line}` }),
    );
    await panel.waitForCard('edit src/cart.js', 'completed');
    await panel.idle();
    await page.locator('.view-line', { hasText: '// seen' }).first().waitFor();
    assert.match(await text('src/cart.js'), /^\/\/ seen\n/);
    await page.locator('.view-line', { hasText: '// seen' }).first().click();
    await runCommand('Undo');
    await page.locator('.view-line', { hasText: '// seen' }).first().waitFor({ state: 'hidden' });
    await screenshot(world, 'files-editor');
  });
});
