// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { startScriptedLlm } from '../fakes/scripted-llm.mjs';
import { processesWith } from './support/files.mjs';
import { until } from './support/until.mjs';
import { openWorld, serverSettings } from './support/world.mjs';

/** No other command line on this machine holds it. */
const longSleep = `sleep 62.${process.pid}161803`;
const maxTabs = 20;

describe('The keyboard alone', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {import('../fakes/scripted-llm.d.mts').ScriptedLlm} */
  let llm;
  before(async () => {
    llm = await startScriptedLlm();
    world = await openWorld({ settings: serverSettings(llm) });
    await world.runCommand('Gatehouse: Open Chat');
    await world.panelFrame();
  });
  after(async () => {
    await world?.close();
    await llm?.close();
  });

  /** @param {import('playwright-core').Locator} locator */
  const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

  /** @param {string} text */
  const typeAndSend = async (text) => {
    const { page, panel } = world;
    await until('the focus in the input', () => hasFocus(panel.input));
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };

  it('opens the panel in its input, and Tab leads to Allow once', async () => {
    const { page, panel } = world;
    llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'echo one > one.txt' } }] },
      { text: 'One is made.' },
    );
    await typeAndSend('Make one');
    const card = await panel.waitForCard('bash', 'asking');
    const allow = card.getByRole('button', { name: 'Allow once' });
    for (let tabs = 0; !(await hasFocus(allow)); tabs++) {
      assert.equal(tabs < maxTabs, true, `${maxTabs} times Shift+Tab did not lead there`);
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await panel.answer('One is made.');
    await panel.idle();
    assert.equal(await readFile(world.file('one.txt'), 'utf8'), 'one\n');
  });

  it('Alt+A goes to the approval from anywhere in the panel', async () => {
    const { page, panel } = world;
    llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'echo two > two.txt' } }] },
      { text: 'Two is made.' },
    );
    await world.runCommand('Gatehouse: Open Chat');
    await typeAndSend('Make two');
    const card = await panel.waitForCard('bash echo two', 'asking');
    await page.keyboard.press('Alt+a');
    const allow = card.getByRole('button', { name: 'Allow once' });
    await until('the focus on Allow once', () => hasFocus(allow));
    await page.keyboard.press('Enter');
    await panel.answer('Two is made.');
    await panel.idle();
    assert.equal(await readFile(world.file('two.txt'), 'utf8'), 'two\n');
  });

  it('Escape stops the running turn', async () => {
    const { page, panel } = world;
    await world.runCommand('Gatehouse: Open Chat');
    await typeAndSend(`!${longSleep}`);
    await until('the sleep', async () => (await processesWith(`^${longSleep}`)).length === 1);
    await page.keyboard.press('Escape');
    await panel.waitForCard('bash sleep', 'cancelled');
    await until('no sleep', async () => (await processesWith(longSleep)).length === 0);
    await panel.idle();
  });
});
