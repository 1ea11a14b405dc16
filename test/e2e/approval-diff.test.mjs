// @ts-check
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';

import { until } from './support/until.mjs';

describe('The diff of a change that asks', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** @param {import('playwright-core').Locator} locator */
  const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  it('is on the card before anything changes, and opens in VS Code’s editor', async () => {
    const { panel, page } = world;
    const original = await readFile(world.file('src/cart.js'), 'utf8');
    const args = { path: 'src/cart.js', old_string: 'line.price, 0)', new_string: '0, 0)' };
    world.llm.push(
      { calls: [{ name: 'core__read', args: { path: 'src/cart.js' } }] },
      { calls: [{ name: 'core__edit', args }] },
      { text: 'Done.' },
    );
    await panel.send('Change the price');
    const card = await panel.waitForCard('edit src/cart.js', 'asking');
    await card.getByText('Edit src/cart.js?').waitFor();
    const diff = card.getByRole('region', { name: 'Change to cart.js' });
    await diff.getByText('0, 0)').first().waitFor();
    assert.equal(await readFile(world.file('src/cart.js'), 'utf8'), original);
    await diff.getByRole('button', { name: 'Open diff of cart.js' }).click();
    await page.locator('.tab', { hasText: 'proposed' }).first().waitFor();
    await page.locator('.monaco-diff-editor').first().waitFor();
  });

  it('opens by the notification, and the card then has the focus', async () => {
    const { panel, page } = world;
    await world.runCommand('View: Close All Editors');
    await page.locator('.tab', { hasText: 'proposed' }).waitFor({ state: 'detached' });
    await world.acceptNotification('Review…', 'edit src/cart.js');
    await page.locator('.tab', { hasText: 'cart.js (now ↔ proposed)' }).waitFor();
    await page.locator('.monaco-diff-editor').first().waitFor();
    const card = await panel.waitForCard('edit src/cart.js', 'asking');
    await until('the focus on the approval', () => hasFocus(card.locator('.approval')));
    await card.getByRole('button', { name: 'Allow once' }).waitFor();
    assert.equal(await page.locator('.quick-input-widget:visible').count(), 0);
  });

  it('is asked about again when the file changed after it was shown', async () => {
    const { panel } = world;
    const original = await readFile(world.file('src/cart.js'), 'utf8');
    await writeFile(world.file('src/cart.js'), `// mine\n${original}`);
    const card = await panel.waitForCard('edit src/cart.js', 'asking');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await card.getByText('changed after this was shown. Review the new diff.').waitFor();
    assert.equal(await readFile(world.file('src/cart.js'), 'utf8'), `// mine\n${original}`);
    await card.getByRole('button', { name: 'Allow once' }).click();
    await panel.waitForCard('edit src/cart.js', 'completed');
    const changed = await readFile(world.file('src/cart.js'), 'utf8');
    assert.equal(changed, `// mine\n${original.replace('line.price, 0)', '0, 0)')}`);
    await panel.answer('Done.');
  });

  it('decision 66: is allowed exactly as it is, in this chat, by one click', async () => {
    const { panel } = world;
    const write = { name: 'core__write', args: { path: 'src/new.js', content: 'one\n' } };
    world.llm.push({ calls: [write] }, { text: 'Once.' }, { calls: [write] }, { text: 'Twice.' });
    await panel.send('Write it');
    const card = await panel.waitForCard('write src/new.js', 'asking');
    await card.getByRole('button', { name: /^Always allow: / }).click();
    await card.getByRole('menuitem', { name: 'This exact change, in this chat' }).click();
    await panel.answer('Once.');
    await panel.idle();
    await panel.send('Write it again');
    await panel.answer('Twice.');
  });
});
