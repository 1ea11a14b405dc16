import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { coreToolId } from '../../../src/core/contracts/tool-spec';
import { HostTrustLevels } from '../../../src/host/policy/trust-levels';
import { Transcript } from '../../../src/host/panel/transcript/transcript';
import { startChat, type AnswerPermission, type Chat } from './chat';
import { createProduct, type Product, type ProductOptions } from './product';
import { Server, type ServerTool } from '../fakes/tool-server';

const sayId = 'mcp__echo__say';
const wipeId = 'mcp__echo__wipe';
const allowOnce: AnswerPermission = () => ({
  outcome: { outcome: 'selected', optionId: 'allow_once' },
});
const say: ServerTool = { name: 'say', answer: (text) => `first: ${text}` };
const wipe: ServerTool = { name: 'wipe', effect: 'state_change', answer: () => 'gone' };

describe('a second source of tools', () => {
  let product: Product;
  let chat: Chat | undefined;

  function open(server: Server, options: ProductOptions = {}): Product {
    product = createProduct({
      sources: [server],
      trustLevels: new HostTrustLevels(),
      ...options,
    });
    product.policy.swap({ allowedTools: new Set([sayId, wipeId, coreToolId('read')]) });
    return product;
  }
  const offered = (index: number): readonly string[] =>
    (chat?.server.requests[index]?.body.tools ?? []).map((tool) => tool.function.name);

  afterEach(async () => {
    await chat?.close();
    chat = undefined;
    await product.dispose();
  });

  it('has its tools in the catalog; calls pass trust and approval and get an audit entry and a card', async () => {
    open(new Server(say, wipe));
    const calls = [
      { id: 'c1', name: sayId, args: { text: 'hello' } },
      { id: 'c2', name: wipeId, args: {} },
    ];
    chat = await startChat(product, {
      steps: [{ calls }, { text: 'ok' }],
      onPermission: allowOnce,
    });
    await chat.say('Say hello.');
    assert.deepEqual(offered(0), ['core__read', sayId, wipeId]);
    assert.deepEqual(
      product.audit().map(({ tool, result, gates }) => [tool, result, gates.at(-1)?.gate]),
      [
        [sayId, 'success', 'trust'],
        [wipeId, 'denied', 'trust'],
      ],
    );
    const transcript = new Transcript(() => 0);
    for (const update of chat.updates) transcript.update(update);
    const cards = transcript.allCards().map(({ item }) => [item.tool, item.status, item.text]);
    assert.deepEqual(cards[0], ['echo / say', 'completed', 'first: hello']);
    assert.deepEqual(cards[1]?.slice(0, 2), ['echo / wipe', 'failed']);
  });

  it('may change the catalog of the next request; a running call keeps the tool it began with', async () => {
    const events = new EventEmitter();
    const begun = once(events, 'begun');
    const answer = async (): Promise<string> => {
      events.emit('begun');
      await once(events, 'finish');
      return 'first';
    };
    const server = new Server({ ...say, answer });
    const { pipeline } = open(server, { answer: () => ({ answer: 'allow' }) });
    const running = product.call(sayId, {});
    await begun;
    server.offer({ ...say, answer: () => 'second' }, wipe);
    const ids = pipeline.catalog().map(({ name }) => name);
    assert.deepEqual(ids, ['core__read', sayId, wipeId]);
    assert.equal((await product.call(sayId, {})).text, 'second');
    events.emit('finish');
    assert.equal((await running).text, 'first');
    server.offer();
    assert.equal((await product.call(sayId, {})).failure?.errorCode, 'unavailable');
  });

  it('judges a pending call again when it changes: what was shown is what runs, or nothing does', async () => {
    const server = new Server(wipe);
    let next: readonly ServerTool[] = [];
    const { pipeline } = open(server, {
      trustLevels: { levelOf: () => ({ level: 'provisional', setFor: 'source' }) },
      answer: () => {
        server.offer(...next);
        return { answer: 'allow' };
      },
    });
    const codes = async (...offered: readonly ServerTool[]) => {
      server.offer(wipe);
      next = offered;
      return (await product.call(wipeId, {})).failure?.errorCode;
    };
    assert.equal(await codes({ ...wipe, description: 'Wipes more.' }), 'policy_denied');
    assert.equal(await codes(), 'unavailable');
    assert.equal(await codes({ ...wipe, answer: () => 'another' }), undefined);
    assert.deepEqual(pipeline.ends('s1'), [[wipeId, { denied: 2, success: 1 }]]);
  });

  it('INV-10: offers a foreign schema as it is, or says what no provider takes', async () => {
    const properties = { to: { type: 'string', format: 'email' }, size: { type: 'integer' } };
    const schema = { $schema: 'x', type: 'object', properties, required: ['to'] };
    const { pipeline } = open(new Server({ ...say, schema }), {
      answer: () => ({ answer: 'allow' }),
    });
    const { $schema: _dialect, ...offered } = schema;
    assert.deepEqual(pipeline.tools().find(({ name }) => name === sayId)?.inputSchema, offered);
    assert.equal((await product.call(sayId, { to: 'a@b.c', more: true })).status, 'completed');
    for (const refused of [
      { ...schema, oneOf: [] },
      { type: 'string' },
      { type: 'object', $ref: 'x' },
    ]) {
      assert.throws(() => new Server({ ...say, schema: refused }), /provider|type object/);
    }
    for (const name of ['', 'a b', 'x'.repeat(128)]) {
      assert.throws(() => new Server({ ...say, name }), /not one that every provider takes/);
    }
  });

  it('INV-22: a tool whose id is taken is left out and reported', () => {
    const server = new Server(say);
    const { pipeline, reported } = open(server);
    server.offer(say, say);
    assert.equal(pipeline.tools().filter(({ name }) => name === sayId).length, 1);
    assert.deepEqual(reported, [`Error: Two tools share the id ${sayId}.`]);
  });

  it('INV-16: a tool whose id names another source is left out and reported', () => {
    const server = new Server(say);
    const { pipeline, reported } = open(server);
    const [spec] = server.list();
    server.offer(say, wipe);
    server.list = () => (spec ? [{ ...spec, name: coreToolId('say') }] : []);
    assert.equal(pipeline.tools().filter(({ name }) => name.endsWith('say')).length, 0);
    assert.match(reported.join(), /mcp:echo may not offer core__say, which names another source/);
  });
});
