import assert from 'node:assert/strict';
import { strictVendors } from '../../../fakes/strict-vendors';
import type {
  AssistantCall,
  ChatMessage,
  ToolMessage,
} from '../../../../src/core/contracts/chats/messages';
import { failure, formatToolError } from '../../../../src/core/contracts/failure';
import { type JsonObject, jsonCopy } from '../../../../src/core/contracts/json';
import { wires } from '../../../../src/core/wire/catalog.gen';
import { assertGolden } from './golden';
import { bodyOf, messagesOf, toolSpec, wireOptions } from './wire-options';

function call(toolCallId: string, wireId = toolCallId, argsText = '{"path":"a"}'): AssistantCall {
  return { toolCallId, wireId, name: 'core__read', argsText };
}

function answer(toolCallId: string, text: string, wireId = toolCallId): ToolMessage {
  return { role: 'tool', toolCallId, wireId, name: 'core__read', text, status: 'completed' };
}

function failed(code: 'execution' | 'policy_denied' | 'cancelled', id: string): ToolMessage {
  const text = formatToolError(failure(code, `It was ${id}.`));
  return { ...answer(id, text), status: code === 'cancelled' ? 'cancelled' : 'failed' };
}

const user: ChatMessage = { role: 'user', text: 'Hello' };
const image = { mediaType: 'image/png', data: 'aGVsbG8=' };

for (const wire of wires) {
  /** Sent is what was accepted, and what the vendor takes. */
  const golden = (name: string, body: JsonObject) => {
    assert.equal(strictVendors[wire.name]?.(body), undefined);
    assertGolden(wire, name, body);
  };
  const goldenMessages = (name: string, messages: readonly ChatMessage[]) => {
    golden(name, bodyOf(wire, { messages }));
  };

  describe(`the wire ${wire.name} encodes`, () => {
    it('INV-13: tools sorted by name, with exact keys and without $schema', () => {
      const tools = ['core__write', 'core__bash', 'core__read'].map((name) => toolSpec(name));
      golden('encode-tools', bodyOf(wire, { system: ['s'], messages: [user], tools }));
    });

    it('no tools key when there are none', () => {
      assert.equal('tools' in bodyOf(wire), false);
    });

    it('decision 22: a field for thoughts is sent unchanged, never as required', () => {
      const schema: JsonObject = {
        type: 'object',
        properties: {
          _tafc_think: { type: 'string', description: 'Why this call.' },
          path: { type: 'string', description: 'Where.' },
        },
        required: ['path'],
        additionalProperties: false,
      };
      const tools = [toolSpec('core__read', schema)];
      golden('encode-tafc', bodyOf(wire, { tools }));
    });

    it('the blocks of the system prompt, and none when they are blank', () => {
      golden('encode-system', bodyOf(wire, { system: ['Be good.', ' ', 'Folder: /w'] }));
      assert.doesNotMatch(JSON.stringify(bodyOf(wire, { system: ['', ' '] })), /"system"/);
    });

    it('results: ok, error, denied, cancelled, and an unanswered call repaired', () => {
      const ids = ['ok', 'error', 'denied', 'cancelled', 'lost'];
      goldenMessages('encode-results', [
        user,
        { role: 'assistant', text: 'Reading.', calls: ids.map((id) => call(id)) },
        answer('ok', 'content of a'),
        failed('execution', 'error'),
        failed('policy_denied', 'denied'),
        failed('cancelled', 'cancelled'),
        { role: 'assistant', text: 'I could not read them all.', calls: [] },
        { role: 'user', text: 'Why?' },
      ]);
    });

    it('decision 21: a late answer moved up, strays and second answers dropped', () => {
      goldenMessages('encode-repaired', [
        user,
        { role: 'assistant', text: '', calls: [call('a'), call('b')] },
        answer('b', 'two'),
        { role: 'user', text: 'And?' },
        answer('a', 'one'),
        answer('a', 'one again'),
        answer('stray', 'nobody asked'),
      ]);
    });

    it("G26: answers under the provider's own id; one that repeats itself gets ours", () => {
      goldenMessages('encode-repeated-id', [
        user,
        {
          role: 'assistant',
          text: '',
          calls: [call('a', 'a'), call('uuid-1', 'a'), call('n', '')],
        },
        answer('a', 'one', 'a'),
        answer('uuid-1', 'two', 'a'),
        answer('n', 'three', ''),
        { role: 'assistant', text: '', calls: [call('uuid-2', 'a')] },
        answer('uuid-2', 'four', 'a'),
      ]);
    });

    it('two calls under one id of ours, each with its own answer', () => {
      const sent = messagesOf(wire, [
        user,
        { role: 'assistant', text: '', calls: [call('a')] },
        answer('a', 'first'),
        { role: 'assistant', text: '', calls: [call('a')] },
        answer('a', 'second'),
      ]);
      assert.deepEqual(JSON.stringify(sent).match(/first|second/g), ['first', 'second']);
    });

    it('images of the user, alone and with text', () => {
      goldenMessages('encode-images', [
        { role: 'user', text: 'What is this?', images: [image, image] },
        { role: 'assistant', text: 'A cat.', calls: [] },
        { role: 'user', text: '', images: [image] },
      ]);
    });

    it('a note in place of images that the model cannot read', () => {
      const messages: readonly ChatMessage[] = [
        { role: 'user', text: '', images: [image] },
        { role: 'user', text: 'Well?', images: [image, image] },
      ];
      const sent = JSON.stringify(messagesOf(wire, messages, wireOptions({ images: false })));
      assert.doesNotMatch(sent, /aGVsbG8/);
      assert.match(sent, /One image is left out.*Well\?.*2 images are left out/);
    });

    it('arguments that are no object as an empty one, so that servers can parse them', () => {
      const deep = `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
      const calls = ['[1]', '{"a":', 'null', deep].map((args, n) =>
        call(`c${String(n)}`, '', args),
      );
      const body = bodyOf(wire, { messages: [user, { role: 'assistant', text: '', calls }] });
      assert.equal(strictVendors[wire.name]?.(body), undefined);
      assert.equal(JSON.stringify(body).split(/"(?:arguments|input)":"?\{\}/).length - 1, 4);
    });

    it('half characters as a mark, so that the conversation is not refused for ever', () => {
      const half = '\ud83d';
      const written = '{"path":"\\ud83d","b":"\\ud83d\\ude00"}';
      const body = bodyOf(wire, {
        system: [half],
        messages: [
          { role: 'user', text: half },
          { role: 'assistant', text: `x${half}`, calls: [call('a', 'a', written)] },
          answer('a', half),
        ],
      });
      assert.equal(strictVendors[wire.name]?.(body), undefined);
      assert.match(JSON.stringify(body), /\ufffd/);
      assert.match(JSON.stringify(body), /😀/);
    });

    it('names over 64 characters shortened, the same in tools and history, and back again', () => {
      const long = `mcp__${'server_'.repeat(12)}__look_up`;
      const odd = 'mcp__a.b__c d';
      const tools = [long, odd].map((name) => toolSpec(name));
      const messages: readonly ChatMessage[] = [
        user,
        { role: 'assistant', text: '', calls: [{ ...call('a'), name: long }] },
        { ...answer('a', 'found'), name: long },
      ];
      golden('encode-long-names', bodyOf(wire, { tools, messages }));
    });

    it('a history that the model began or ended, with the words that vendors want', () => {
      goldenMessages('encode-model-first-and-last', [
        { role: 'assistant', text: 'Hello.', calls: [] },
        { role: 'assistant', text: ' ', calls: [] },
        { role: 'assistant', text: 'Half an answ', calls: [] },
      ]);
    });

    it('nothing at all as a request that is taken', () => {
      const body = bodyOf(wire, { system: [], messages: [] });
      assert.equal(strictVendors[wire.name]?.(body), undefined);
    });

    it('messages of the user that follow each other as one', () => {
      const sent = JSON.stringify(messagesOf(wire, [user, { role: 'user', text: 'Again' }]));
      assert.match(sent, /Hello\\n\\nAgain/);
    });

    it('001-replay-1: a history that was stored and loaded again to the same bytes', () => {
      const messages: readonly ChatMessage[] = [
        { role: 'user', text: 'Hello', images: [image] },
        { role: 'assistant', text: 'x', calls: [call('a'), call('b', '')] },
        answer('a', 'one'),
        failed('cancelled', 'b'),
      ];
      const sent = JSON.stringify(messagesOf(wire, messages));
      assert.equal(JSON.stringify(messagesOf(wire, jsonCopy(messages))), sent);
    });

    it('the same request twice to the same bytes', () => {
      const messages: readonly ChatMessage[] = [
        user,
        { role: 'assistant', text: 'x', calls: [call('a'), call('b')] },
      ];
      const tools = [toolSpec('core__b'), toolSpec('core__a')];
      const once = JSON.stringify(bodyOf(wire, { messages, tools }));
      assert.equal(JSON.stringify(bodyOf(wire, { messages, tools: tools.toReversed() })), once);
    });
  });
}
