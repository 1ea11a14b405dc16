// @ts-check
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';

import { screenshot } from './support/screenshots.mjs';
import { openWorld } from './support/world.mjs';

/** @typedef {import('playwright-core').Locator} Locator */

const maxClicks = 9;

describe('A newcomer, with default settings, an untrusted folder and no model', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {string} */
  let temporary;
  /** @type {string[]} */
  const clicks = [];
  before(async () => {
    temporary = await mkdtemp(path.join(tmpdir(), 'gatehouse-newcomer-'));
    world = await openWorld({
      trust: false,
      plain: true,
      env: { TMPDIR: temporary },
      // Without the recording, it is any folder.
      prepare: (folder) => rm(path.join(folder, 'fix-the-failing-test.replay.json')),
    });
  });
  after(async () => {
    await world?.close();
    await rm(temporary, { recursive: true, force: true });
  });

  /** @param {string} name @param {Locator} target */
  async function click(name, target) {
    await target.click();
    clicks.push(name);
  }
  const button = (/** @type {string} */ name) =>
    world.page.getByRole('button', { name, exact: true });

  it('opens Gatehouse, which offers the demo', async () => {
    const { page, panel } = world;
    await click('Gatehouse', page.getByRole('tab', { name: 'Gatehouse' }));
    await world.panelFrame();
    await panel.root.getByRole('heading', { name: 'Welcome to Gatehouse' }).waitFor();
    await screenshot(world, 'first-start-welcome');
  });

  it('opens a copy of the sample project, which VS Code asks to trust', async () => {
    const { page, panel } = world;
    await click('Try the demo', panel.root.getByRole('button', { name: 'Try the demo' }));
    await click('Open Here', button('Open Here'));
    await page.waitForURL(/corner-shop/);
    await panel.root.getByRole('heading', { name: 'Trust this folder to continue' }).waitFor();
    await screenshot(world, 'first-start-trust');
    await click('Manage Trust', panel.root.getByRole('button', { name: 'Manage Trust' }));
    await click('Trust', button('Trust').first());
  });

  it('reaches the end of the demo in under ten clicks', async () => {
    const { panel } = world;
    const start = panel.root.getByRole('button', { name: 'Fix the failing test (recorded demo)' });
    await start.waitFor();
    await screenshot(world, 'first-start-demo');
    await click('Fix the failing test (recorded demo)', start);
    for (const label of ['bash npm test', 'edit src/cart.js', 'bash npm test']) {
      const card = await panel.waitForCard(label, 'asking');
      await click('Allow once', card.getByRole('button', { name: /^Allow once/ }));
    }
    await panel.answer('All tests pass.');
    await panel.idle();
    await screenshot(world, 'first-start-end');
    console.log(clicks.map((name, at) => `      ${at + 1}. ${name}`).join('\n'));
    assert.ok(clicks.length <= maxClicks, `${clicks.length} clicks`);
  });

  it('changes the copy and nothing of the user', async () => {
    const folder = new URL(world.page.url()).searchParams.get('folder') ?? '';
    assert.equal(folder.startsWith(temporary), true);
    const held = (await readdir(path.dirname(folder))).filter((name) => name.endsWith('.window'));
    assert.equal(held.length, 1, 'the next copy must not remove this one');
    assert.match(await readFile(path.join(folder, 'src/cart.js'), 'utf8'), /line\.quantity, 0\)/);
    assert.doesNotMatch(await readFile(world.file('src/cart.js'), 'utf8'), /line\.quantity, 0\)/);
    const settings = path.join(world.userDataDir, 'User/settings.json');
    assert.doesNotMatch(await readFile(settings, 'utf8'), /gatehouse\.(model|replay)/);
  });
});
