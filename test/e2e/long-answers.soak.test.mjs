// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

/** One piece of the stream; pieces end at blanks. */
const piece = `${'w'.repeat(999)} `;

/** A piece of Markdown with all that is slow to parse. */
const markdown = `\n\n-\u00a0**bold**\u00a0\`code\`\u00a0[x](https://h/x)\u00a0${'_a_*b*'.repeat(150)} `;

describe('Long answers', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld();
    await world.openPanel();
  });
  after(() => world?.close());

  it('Stop works while long Markdown is being shown', async () => {
    const { panel } = world;
    world.llm.push({ text: `Begins. ${markdown.repeat(4000)}`, chunkMs: 5 });
    await panel.send('Write much');
    await panel.answer('Begins.');
    const shown = async () => (await panel.answers.last().textContent())?.length ?? 0;
    await until('more than 100,000 characters', async () => (await shown()) > 100_000);
    await panel.root.getByRole('button', { name: 'Stop', exact: true }).click();
    await panel.idle(15_000);
    assert.ok((await shown()) < 3_000_000, 'it was stopped before its end');
    // In a new chat: a long one would be summarized first.
    await panel.newChat();
    world.llm.push({ text: 'Still here.' });
    await panel.send('Are you there?');
    await panel.answer('Still here.');
    await panel.idle();
  });

  it('are capped at 4,000,000 characters, with a notice', async () => {
    const { panel } = world;
    await panel.newChat();
    world.llm.push({ text: piece.repeat(4_200) });
    await panel.send('Write without end');
    await panel.notice('was cut at its length limit', 120_000);
    await panel.idle(120_000);
    const written = (await panel.answers.first().textContent()) ?? '';
    // With the name of the model and the buttons.
    assert.ok(written.length <= 4_000_200, String(written.length));
  });
});
