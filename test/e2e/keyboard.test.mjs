// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { processesWith } from './support/files.mjs';
import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

/** 2 MB of what costs a Markdown parser most: deep lists, emphasis and links that never close. */
const bomb = ['- '.repeat(90) + 'x\n', '*a **b _c ', '[a](', '[', '> '.repeat(50), '|a|b|\n|-|-|\n']
  .map((part) => `${part.repeat(Math.ceil(30_000 / part.length))}\n\n`)
  .join('')
  .repeat(11);

/** No other command line on this machine holds it. */
const longSleep = `sleep 62.${process.pid}161803`;
const maxTabs = 3;

describe('The keyboard alone', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  /** @param {import('playwright-core').Locator} locator */
  const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

  before(async () => {
    world = await openScriptedWorld();
    await world.runCommand('Gatehouse: Open Chat');
    await world.panelFrame();
    await until('the focus in the input', () => hasFocus(world.panel.input));
  });
  after(() => world?.close());

  /** @param {string} text */
  const typeAndSend = async (text) => {
    const { page, panel } = world;
    await until('the focus in the input', () => hasFocus(panel.input));
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };

  it('starts in the input after a click on the icon in the activity bar', async () => {
    const { page, panel } = world;
    await page.keyboard.press('Control+Shift+E');
    await page.locator('.explorer-viewlet').waitFor();
    await page.locator('.activitybar a[aria-label^="Gatehouse"]').click();
    await until('the focus in the input', () => hasFocus(panel.input));
  });

  it('leaves a selection of text in the panel to the pointer', async () => {
    const { page, panel } = world;
    await page.locator('.part.editor').click();
    const box = await panel.root.getByText('You approve what the agent does').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 5, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 28, { steps: 5 });
    await page.mouse.up();
    const selected = await panel.root.evaluate(() => String(document.getSelection()));
    assert.match(selected, /^You approve what/);
    assert.equal(await hasFocus(panel.input), false);
  });

  it('opens the panel in its input; Shift+Tab leads to the question, Tab to Allow once', async () => {
    const { page, panel } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'echo one > one.txt' } }] },
      { text: 'One is made.' },
    );
    await world.runCommand('Gatehouse: Open Chat');
    await typeAndSend('Make one');
    const card = await panel.waitForCard('bash', 'asking');
    await page.keyboard.press('Shift+Tab');
    await until('the focus on the approval', () => hasFocus(card.locator('.approval')));
    const allow = card.getByRole('button', { name: 'Allow once' });
    for (let tabs = 0; !(await hasFocus(allow)); tabs++) {
      assert.equal(tabs < maxTabs, true, `${maxTabs} times Tab did not lead there`);
      await page.keyboard.press('Tab');
    }
    await until('buttons that stay', () => allow.isEnabled());
    await page.keyboard.press('Enter');
    await panel.answer('One is made.');
    await panel.idle();
    assert.equal(await readFile(world.file('one.txt'), 'utf8'), 'one\n');
  });

  it('Alt+A goes to the approval from anywhere in the panel', async () => {
    const { page, panel } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'touch two.txt' } }] },
      { text: 'Two is made.' },
    );
    await world.runCommand('Gatehouse: Open Chat');
    await typeAndSend('Make two');
    const card = await panel.waitForCard('bash touch two', 'asking');
    await page.keyboard.press('Alt+a');
    await until('the focus on the approval', () => hasFocus(card.locator('.approval')));
    const allow = card.getByRole('button', { name: 'Allow once' });
    await until('buttons that stay', () => allow.isEnabled());
    await page.keyboard.press('Control+Enter');
    await panel.answer('Two is made.');
    await panel.idle();
    assert.equal(await readFile(world.file('two.txt'), 'utf8'), '');
  });

  it('Next Approval goes to the approval from an editor, and answers nothing', async () => {
    const { page, panel } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: 'touch three.txt' } }] },
      { text: 'Three is made.' },
    );
    await world.runCommand('Gatehouse: Open Chat');
    await typeAndSend('Make three');
    const card = await panel.waitForCard('bash touch three', 'asking');
    await page.keyboard.press('Control+Shift+E');
    await page.locator('.explorer-viewlet').waitFor();
    await page.keyboard.press('Control+Alt+p');
    await until('the focus on the approval', () => hasFocus(card.locator('.approval')));
    await assert.rejects(readFile(world.file('three.txt')));
    const deny = card.getByRole('button', { name: /^Deny: / });
    await until('buttons that stay', () => deny.isEnabled());
    await page.keyboard.press('Control+Backspace');
    await panel.answer('Three is made.');
    await panel.idle();
    await assert.rejects(readFile(world.file('three.txt')));
  });

  it('decision 75: a pasted command is shown and confirmed; a keyed one just runs', async () => {
    const { page, panel } = world;
    await world.runCommand('Gatehouse: Open Chat');
    await typeAndSend('!echo keyed > keyed.txt');
    await panel.waitForCard('bash echo keyed', 'completed');
    await panel.idle();
    await page.keyboard.insertText('!echo pasted > pasted.txt');
    await page.keyboard.press('Enter');
    const card = await panel.waitForCard('bash echo pasted', 'asking');
    await card.getByText('not all of it was keyed in').waitFor();
    await assert.rejects(readFile(world.file('pasted.txt')));
    assert.equal(await card.getByRole('button', { name: /^Always allow/ }).count(), 0);
    await page.keyboard.press('Alt+a');
    await until('the focus on the approval', () => hasFocus(card.locator('.approval')));
    const allow = card.getByRole('button', { name: 'Allow once' });
    await until('buttons that stay', () => allow.isEnabled());
    // No key answers an approval that is not routine.
    await page.keyboard.press('Control+Enter');
    await allow.press('Enter');
    await panel.waitForCard('bash echo pasted', 'completed');
    await panel.idle();
    assert.equal(await readFile(world.file('pasted.txt'), 'utf8'), 'pasted\n');
  });

  for (const way of ['the button', 'Escape']) {
    it(`${way} stops an answer of 2 MB that is hard to draw, while it streams`, async () => {
      const { page, panel } = world;
      world.llm.push({ text: `The bomb.\n\n${bomb}`, hang: true });
      await world.runCommand('Gatehouse: Open Chat');
      await typeAndSend('Write a lot');
      await panel.answer('The bomb.');
      const stop = panel.root.getByRole('button', { name: 'Stop', exact: true });
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await stop.click();
      await panel.notice('Stopped.', 10_000);
      await panel.idle(10_000);
      await panel.input.fill('The input still works');
      await panel.input.fill('');
    });
  }

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
