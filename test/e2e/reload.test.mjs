// @ts-check
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

const count = 100;
const words = Array.from({ length: count }, (_, at) => `word${at + 1}`);
const draft = 'and then\nsay it again';
const ticks = Array.from({ length: 40 }, (_, at) => `tick ${at + 1}`);
/** Runs until the test ends it: a reload takes any time. */
const ticking =
  'seq 1 40 | while read i; do echo "tick $i"; sleep 0.1; done; until [ -e enough ]; do sleep 0.1; done';

describe('A webview that is loaded again', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  /** Returns when the new page is there: the old one stays in sight after the command returned. */
  const reloadWebviews = async () => {
    const { root } = world.panel;
    await root.evaluate(() => document.body.classList.add('before-reload'));
    await world.runCommand('Developer: Reload Webviews');
    await until('the new page', () =>
      root.evaluate(() => !document.body.classList.contains('before-reload')),
    );
  };

  /** @param {() => Promise<void>} reload */
  const reloadInMidStream = async (reload) => {
    const { panel } = world;
    /** @type {() => void} */
    let release = () => undefined;
    /** @type {Promise<void>} */
    const released = new Promise((resolve) => (release = resolve));
    world.llm.push(
      {
        text: 'I look first.',
        calls: [
          { name: 'core__read', args: { path: 'src/cart.js' } },
          { name: 'core__grep', args: { pattern: 'quantity' } },
        ],
      },
      // A slow machine reloads for longer than the words take.
      { text: words.join(' '), chunkMs: 80, hold: { after: 60, until: released } },
    );
    await panel.newChat();
    await panel.send('Speak slowly');
    await panel.answer('word5');
    await panel.input.fill(draft);
    const before = await panel.transcript();
    await reload();
    const after = await until('the conversation', async () => {
      const shown = await panel.transcript();
      return shown.length >= before.length && shown;
    });
    const streamed = before.pop()?.text ?? '';
    const last = after.pop()?.text ?? '';
    assert.deepEqual(after, before);
    assert.equal(last.startsWith(streamed), true, `${last}\ndoes not begin with\n${streamed}`);
    assert.equal(last.includes(`word${count}`), false, 'the stream ended before the reload');
    assert.equal(await panel.input.inputValue(), draft);
    release();
    await panel.idle();
    assert.deepEqual((await panel.answers.last().innerText()).split(/\s+/), ['Agent', ...words]);
    assert.deepEqual(
      (await panel.transcript()).map(({ kind }) => kind),
      [...before.map(({ kind }) => kind), 'assistant-message'],
    );
    assert.equal(await panel.input.inputValue(), draft);
    await panel.input.fill('');
  };

  it('keeps every card, word and the draft when webviews are reloaded', () =>
    reloadInMidStream(reloadWebviews));

  it('keeps them when the view is hidden and shown again', () =>
    reloadInMidStream(async () => {
      const { page } = world;
      await page.getByRole('tab', { name: /^Explorer/ }).click();
      await page.locator('.explorer-viewlet').waitFor();
      await world.runCommand('Gatehouse: Open Chat');
    }));

  it('keeps an approval that waits, and the output of a running command', async () => {
    const { panel } = world;
    world.llm.push(
      { calls: [{ name: 'core__bash', args: { command: ticking } }] },
      { text: 'It has ticked.' },
    );
    await panel.newChat();
    await panel.send('Tick');
    await panel.waitForCard('bash seq', 'asking');
    await reloadWebviews();
    const card = await panel.waitForCard('bash seq', 'asking');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await panel.card('bash seq').getByLabel('Live output').filter({ hasText: 'tick 3' }).waitFor();
    await reloadWebviews();
    const tail = panel.card('bash seq').getByLabel('Live output');
    const shown = (await tail.innerText()).split('\n').filter((line) => line !== '');
    assert.deepEqual(shown, ticks.slice(0, shown.length));
    await writeFile(world.file('enough'), '');
    await panel.answer('It has ticked.');
    await panel.idle();
    const told = world.llm.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
    assert.deepEqual(told.match(/tick \d+/g), ticks);
  });
});
