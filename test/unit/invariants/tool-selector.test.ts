import assert from 'node:assert/strict';
import type { ToolSelector } from '../../../src/core/pipeline/runtime/deps';
import { startChat, type Chat } from './chat';
import { createProduct, type Product } from './product';

/** Hides a tool until the tool it needs has succeeded in the chat. */
const afterRead: ToolSelector = (tools, { record }) =>
  tools.filter(({ name }) => name !== 'core__edit' || record.hasRun('core__read'));

/** Offers what only reads, and what the user's message names. */
const named: ToolSelector = (tools, { userMessage = '' }) =>
  tools.filter(
    ({ name, effect }) =>
      effect === 'read_only' || userMessage.includes(name.replace('core__', '')),
  );

describe('selectors between all tools and what a request offers', () => {
  let product: Product;
  let chat: Chat | undefined;

  afterEach(async () => {
    await chat?.close();
    chat = undefined;
    await product.dispose();
  });

  it('choose for each request by what the chat did and what the user wrote', async () => {
    product = createProduct({ selectors: [afterRead, named] });
    product.policy.swap({ allowedTools: new Set(['core__read', 'core__edit', 'core__write']) });
    product.workspace.put('ws/a.txt', 'one\n');
    const read = { calls: [{ id: 'c1', name: 'core__read', args: { path: 'a.txt' } }] };
    chat = await startChat(product, { steps: [read, { text: 'ok' }, { text: 'ok' }] });
    await chat.say('Please edit a.txt.');
    await chat.say('Please write it.');
    const offered = chat.server.requests.map(({ body }) =>
      (body.tools ?? []).map((tool) => tool.function.name),
    );
    assert.deepEqual(offered, [
      ['core__read'],
      ['core__edit', 'core__read'],
      ['core__read', 'core__write'],
    ]);
    assert.equal(product.pipeline.tools().length, product.tools.length);
  });
});
