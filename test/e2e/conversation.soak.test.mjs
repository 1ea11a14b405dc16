// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { openScriptedWorld } from './support/scripted-world.mjs';
import { until } from './support/until.mjs';

const count = 200;
const words = Array.from({ length: count }, (_, at) => `word${at + 1}`).join(' ');
const list = { name: 'core__list_directory', args: { path: '.' } };

describe('A conversation', () => {
  /** @type {import('./support/scripted-world.mjs').ScriptedWorld} */
  let world;
  before(async () => {
    world = await openScriptedWorld({
      settings: { 'gatehouse.agent.maxToolIterations': 2 },
    });
    await world.openPanel();
  });
  after(() => world?.close());
  /** The text of each message of the newest request, after the system's. */
  const lastTexts = () =>
    (world.llm.requests.at(-1)?.body.messages ?? []).slice(1).map(({ content }) => content ?? '');

  it('queues messages sent meanwhile; each can be edited, removed or sent at once', async () => {
    const { panel } = world;
    world.llm.push(
      { text: words, chunkMs: 50 },
      { text: 'Third it is.' },
      { text: 'And the first.' },
    );
    await panel.newChat();
    await panel.send('Speak slowly');
    await panel.answer('word3');
    for (const text of ['first', 'second', 'third']) await panel.submit(text);
    const queue = panel.root.getByRole('list', { name: 'Queued messages' });
    await until('three queued', async () => (await queue.getByRole('listitem').count()) === 3);
    await queue.getByRole('button', { name: 'Remove from the queue: second' }).click();
    await queue.getByRole('button', { name: 'Send now: third' }).click();
    await panel.answer('Third it is.');
    await panel.answer('And the first.');
    await panel.idle();
    const told = lastTexts();
    assert.equal(told.includes('second'), false);
    assert.equal(told.indexOf('third') < told.indexOf('first'), true);
    assert.match(told[1] ?? '', /^word1 word2/);
  });

  it('offers to try a failed turn again, and repeats no call', async () => {
    const { panel } = world;
    const before = world.llm.requests.length;
    world.llm.push(
      { calls: [list] },
      { text: 'Half an', cut: true },
      { text: 'The whole answer.' },
    );
    await panel.newChat();
    await panel.send('List it');
    await panel.idle();
    const retry = panel.root.getByRole('button', { name: 'Retry' });
    await retry.click();
    await panel.answer('The whole answer.');
    await panel.idle();
    assert.equal(await retry.count(), 0);
    assert.equal(await panel.cards().count(), 1);
    assert.equal(world.llm.requests.length - before, 3);
    const roles = world.llm.requests.at(-1)?.body.messages.map(({ role }) => role);
    assert.deepEqual(roles, ['system', 'user', 'assistant', 'tool']);
  });

  it('counts down a wait, which the user can cancel', async () => {
    const { panel } = world;
    world.llm.push({
      status: 429,
      headers: { 'retry-after': '40' },
      body: { error: { message: 'slow' } },
    });
    await panel.newChat();
    await panel.send('Hurry');
    await panel.notice(/Retrying in \d\ds/);
    await panel.root.getByRole('button', { name: 'Cancel' }).click();
    await panel.idle();
    world.llm.push({ text: 'Now it went.' });
    await panel.root.getByRole('button', { name: 'Retry' }).click();
    await panel.answer('Now it went.');
    await panel.idle();
  });

  it('stops at the limit of rounds and continues on request', async () => {
    const { panel } = world;
    world.llm.push({ calls: [list] }, { calls: [{ ...list, args: { path: 'src' } }] });
    await panel.newChat();
    await panel.send('Look around');
    await panel.notice('gatehouse.agent.maxToolIterations');
    await panel.idle();
    world.llm.push({ text: 'All seen.' });
    await panel.root.getByRole('button', { name: 'Continue' }).click();
    await panel.answer('All seen.');
    await panel.idle();
    assert.equal(lastTexts().filter((text) => text === 'Look around').length, 1);
  });

  it('sends an earlier message again in a new chat', async () => {
    const { panel } = world;
    world.llm.push({ text: 'Blue.' }, { text: 'Round.' }, { text: 'Red.' });
    await panel.newChat();
    await panel.send('Which colour?');
    await panel.answer('Blue.');
    await panel.idle();
    await panel.send('Which shape?');
    await panel.answer('Round.');
    await panel.idle();
    const chats = panel.root.locator('article.user-message');
    const second = chats.filter({ hasText: 'Which shape?' });
    await second.hover();
    await second.getByRole('button', { name: 'Edit and send again' }).click();
    await panel.root.getByRole('textbox', { name: 'Edit message' }).fill('Which other colour?');
    await panel.root.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.answer('Red.');
    await panel.idle();
    assert.deepEqual(lastTexts(), ['Which colour?', 'Blue.', 'Which other colour?']);
    assert.deepEqual(
      (await panel.transcript()).map(({ kind }) => kind),
      ['user-message', 'assistant-message', 'user-message', 'assistant-message'],
    );
  });

  it('shows what fills the context, compacts it, and clears it', async () => {
    const { panel } = world;
    const long = 'The decision is to keep the cart in one file. '.repeat(60);
    world.llm.push({ text: long }, { text: 'Noted.' }, { text: 'Keep the cart in one file.' });
    await panel.newChat();
    await panel.send('Think about the cart');
    await panel.answer('The decision');
    await panel.idle();
    await panel.send('Remember that');
    await panel.answer('Noted.');
    await panel.idle();
    await panel.submit('/context');
    await panel.notice('Tool definitions').catch(() => panel.answer('Tool definitions'));
    await panel.submit('/compact');
    await panel.notice(/ompress/);
    await panel.idle();
    world.llm.push({ text: 'I know.' });
    await panel.send('What did we decide?');
    await panel.answer('I know.');
    await panel.idle();
    const request = world.llm.requests.at(-1)?.body;
    assert.match(request?.messages[0]?.content ?? '', /Keep the cart in one file\./);
    assert.equal(
      lastTexts().some((text) => text === long),
      false,
    );
    await panel.submit('/clear');
    await until('an empty chat', async () => (await panel.transcript()).length <= 1);
    world.llm.push({ text: 'I know nothing.' });
    await panel.send('And now?');
    await panel.answer('I know nothing.');
    await panel.idle();
    assert.deepEqual(lastTexts(), ['And now?']);
  });
});
