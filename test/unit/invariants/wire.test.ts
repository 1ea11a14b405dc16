import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wires } from '../../../src/core/wire/catalog.gen';
import type { ScriptedStep } from '../../fakes/scripted-llm.mjs';
import { decodeText } from '../core/wire/decode';
import { asJson } from '../core/wire/golden';
import { bodyOf, toolSpec } from '../core/wire/wire-options';
import { startChat, type Chat } from './chat';
import { createProduct, type Product } from './product';

const fixtures = path.resolve('test/fixtures/wire');

/** The approved result of each recorded stream of a wire, by recording. */
function goldens(wire: string): readonly (readonly [string, string, unknown])[] {
  const folder = path.join(fixtures, wire);
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => {
      const golden: unknown = JSON.parse(read(name.replace(/txt$/, 'json')));
      return [path.basename(name, '.txt'), read(name), golden];
    });
}

describe('messages on the wire', () => {
  let product: Product;
  let chat: Chat | undefined;

  async function open(steps: readonly ScriptedStep[]): Promise<Chat> {
    product = createProduct();
    product.workspace.put('ws/a.txt', 'one\n');
    chat = await startChat(product, { steps });
    return chat;
  }

  afterEach(async () => {
    await chat?.close();
    await product.dispose();
  });

  const cutCalls: Readonly<Record<string, string>> = {
    'in the middle of the arguments': '{"path":"b.txt","content":"x',
    'after arguments that look whole': '{"path":"b.txt","content":"x"}',
  };
  for (const [where, args] of Object.entries(cutCalls)) {
    it(`INV-08: nothing runs and nothing remains of a stream that breaks ${where}`, async () => {
      const broken = { text: 'Well', calls: [{ id: '', name: 'core__write', args }], cut: true };
      const call = { id: '', name: 'core__read', args: { path: 'a.txt' } };
      const opened = await open([broken, { calls: [call] }, { text: 'ok' }]);
      await opened.say('Write it.');
      assert.deepEqual(opened.entered, []);
      await opened.say('Read it.');
      assert.deepEqual(
        product.audit().map((entry) => [entry.tool, entry.call, entry.result]),
        [['core__read', { path: 'a.txt' }, 'success']],
      );
      assert.equal(existsSync(path.join(product.workspace.root, 'b.txt')), false);
    });
  }

  it('INV-12: requests have exactly the keys of chat completions', async () => {
    const call = { id: 'call_abc', name: 'core__read', args: { path: 'a.txt' } };
    const opened = await open([{ calls: [call] }, { text: 'ok' }]);
    await opened.say('Read it.');
    const [first, second] = opened.server.requests;
    assert.equal(first?.path, '/v1/chat/completions');
    assert.deepEqual(Object.keys(first.body).sort(), [
      'messages',
      'model',
      'stream',
      'stream_options',
      'tools',
    ]);
    assert.deepEqual(
      first.body.tools,
      product.pipeline.catalog().map(({ name, description, inputSchema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    );
    const [assistant, result] = second?.body.messages.slice(-2) ?? [];
    assert.deepEqual(assistant, {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'call_abc',
          type: 'function',
          function: { name: 'core__read', arguments: '{"path":"a.txt"}' },
        },
      ],
    });
    assert.deepEqual(Object.keys(result ?? {}).sort(), ['content', 'role', 'tool_call_id']);
    assert.deepEqual([result?.role, result?.tool_call_id], ['tool', 'call_abc']);
    assert.match(result?.content ?? '', /one/);
  });

  it('INV-15: recorded streams fix what each wire reads', async () => {
    await open([]);
    assert.deepEqual(wires.map(({ name }) => name).sort(), readdirSync(fixtures).sort());
    for (const wire of wires) {
      const recorded = goldens(wire.name);
      assert.ok(recorded.length >= 20, wire.name);
      for (const [name, stream, accepted] of recorded) {
        const decoded: unknown = JSON.parse(asJson(decodeText(wire, [stream])));
        // Compares the structure: the order of keys does not matter.
        assert.deepEqual(decoded, accepted, `${wire.name} ${name}`);
      }
    }
  });

  it('INV-15: recorded requests fix what each wire sends', async () => {
    await open([]);
    for (const wire of wires) {
      const golden: unknown = JSON.parse(
        readFileSync(path.join(fixtures, wire.name, 'encode-tools.json'), 'utf8'),
      );
      const tools = ['core__bash', 'core__read', 'core__write'].map((name) => toolSpec(name));
      const sent = bodyOf(wire, { system: ['s'], tools });
      assert.deepEqual(JSON.parse(JSON.stringify(sent)), golden, wire.name);
    }
  });
});
