// @ts-check
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';

import { startScriptedLlm } from '../fakes/scripted-llm.mjs';
import { readAudit } from './support/audit.mjs';
import { fillInputBox } from './support/quick-input.mjs';
import { until } from './support/until.mjs';
import { openWorld } from './support/world.mjs';

/** @typedef {import('../fakes/scripted-llm.d.mts').ScriptedLlm} ScriptedLlm */

const key = `sk-wire-${'k3y'.repeat(8)}`;

/** OpenAI's wire does the main job in model-server.test.mjs. */
const providers = [
  {
    name: 'Anthropic',
    model: 'anthropic/scripted',
    setting: 'gatehouse.anthropic.baseUrl',
    path: '/v1/messages',
    key,
    header: (/** @type {import('node:http').IncomingHttpHeaders} */ headers) =>
      headers['x-api-key'],
    cost: '$0.0040',
  },
  {
    name: 'Ollama',
    model: 'ollama/scripted',
    setting: 'gatehouse.ollama.baseUrl',
    path: '/api/chat',
    key: undefined,
    header: (/** @type {import('node:http').IncomingHttpHeaders} */ headers) =>
      headers.authorization,
    cost: '$0.0040',
  },
];

for (const provider of providers) {
  describe(`A chat over the wire of ${provider.name}`, () => {
    /** @type {import('./support/world.mjs').World} */
    let world;
    /** @type {ScriptedLlm} */
    let llm;
    before(async () => {
      llm = await startScriptedLlm({
        ...(provider.key !== undefined && { key: provider.key }),
        models: [{ name: 'scripted', tools: true, contextTokens: 32_000 }],
      });
      world = await openWorld({
        settings: {
          'gatehouse.model': provider.model,
          [provider.setting]: llm.rootUrl,
          'gatehouse.models.options': {
            [provider.model]: { prices: { input: 1, output: 5 } },
          },
        },
      });
      await world.openPanel();
    });
    after(async () => {
      await world?.close();
      await llm?.close();
    });

    it('keeps the key, if the provider requires one, and sends it in its own header', async () => {
      if (provider.key !== undefined) {
        await world.panel.send('Hello');
        await world.panel.notice('Run "Gatehouse: Set API Key"');
        await world.panel.idle();
        await world.runCommand('Gatehouse: Set API Key…');
        await fillInputBox(world, provider.key);
        await world.page.getByText('The API key').first().waitFor();
      }
      llm.push({ text: 'Hello there.' });
      await world.panel.newChat();
      await world.panel.send('Hello');
      await world.panel.answer('Hello there.');
      await world.panel.idle();
      assert.deepEqual(
        llm.requests.map(({ path }) => path),
        [provider.path],
      );
      assert.equal(provider.header(llm.requests[0]?.headers ?? {}), provider.key);
    });

    it('runs the calls of an answer, and the server accepts the history', async () => {
      const { panel } = world;
      llm.push(
        {
          text: 'I look at both.',
          thought: 'The cart first.',
          chunkMs: 5,
          calls: [
            { name: 'core__read', args: { path: 'src/cart.js' } },
            { name: 'core__bash', args: { command: 'echo seen' } },
          ],
          usage: { input: 1000, output: 100 },
        },
        { text: 'Seen **both**.', chunkMs: 5, usage: { input: 2000, output: 100 } },
      );
      await panel.newChat();
      await panel.send('Look');
      const card = await panel.waitForCard('bash echo seen', 'asking');
      await card.getByRole('button', { name: 'Allow once' }).click();
      await panel.answer('Seen both.');
      await panel.idle();
      await panel.waitForCard('read src/cart.js', 'completed');
      assert.deepEqual(
        llm.requests.map(({ problem }) => problem),
        [undefined, undefined, undefined],
      );
      const { messages } = llm.requests.at(-1)?.body ?? { messages: [] };
      assert.match(JSON.stringify(messages), /export function totalOf/);
      assert.match(JSON.stringify(messages), /seen/);
      assert.equal((await readAudit(world)).length, 2);
    });

    it('shows usage and cost', async () => {
      const meter = world.panel.root.getByRole('meter', { name: 'Context used' });
      await meter.waitFor();
      assert.equal(await world.panel.root.locator('.usage-cost').innerText(), provider.cost);
    });
  });
}

describe('A chat with a model that calls by fenced blocks', () => {
  /** @type {import('./support/world.mjs').World} */
  let world;
  /** @type {ScriptedLlm} */
  let llm;
  before(async () => {
    llm = await startScriptedLlm({ models: [{ name: 'scripted', contextTokens: 32_000 }] });
    world = await openWorld({
      settings: {
        'gatehouse.model': 'ollama/scripted',
        'gatehouse.ollama.baseUrl': llm.rootUrl,
        'gatehouse.models.options': { 'ollama/scripted': { tools: 'fenced' } },
      },
    });
    await world.openPanel();
  });
  after(async () => {
    await world?.close();
    await llm?.close();
  });

  it('decision 74: runs nothing without the word of the chat, and reminds the model once', async () => {
    const { panel } = world;
    llm.push({ text: 'The file says:\n\n```bash\necho quoted\n```', delayMs: 1000 });
    await panel.send('Look');
    await until('a request', () => Promise.resolve(llm.requests.length === 1));
    const [, word = ''] = /ends with the word "([0-9a-f]{8})"/.exec(textOf(0)) ?? [];
    llm.push({ text: `\`\`\`bash ${word}\necho called\n\`\`\`` }, { text: 'Called once.' });
    const card = await panel.waitForCard('bash echo called', 'asking');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await panel.answer('Called once.');
    await panel.idle();
    assert.match(textOf(1), /No tool was called/);
    assert.match(textOf(2), /<tool_result name=.*core__bash/);
    assert.equal((await readAudit(world)).length, 1);
  });

  /** @param {number} index */
  const textOf = (index) => JSON.stringify(llm.requests[index]?.body).replaceAll('\\"', '"');
});
