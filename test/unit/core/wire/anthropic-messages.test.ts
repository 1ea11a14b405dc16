import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strictVendors } from '../../../fakes/strict-vendors';
import type { AssistantMessage, ChatMessage } from '../../../../src/core/contracts/chats/messages';
import type { JsonObject } from '../../../../src/core/contracts/json';
import anthropic from '../../../../src/core/wire/anthropic-messages';
import { decodeText } from './decode';
import { assertGolden } from './golden';
import { bodyOf, toolSpec, wireOptions } from './wire-options';

const user: ChatMessage = { role: 'user', text: 'Hello' };
const thinks = wireOptions({ reasoning: true });

/** What a recorded stream leaves in the history, its calls answered. */
function replayed(name: string): readonly ChatMessage[] {
  const file = path.resolve('test/fixtures/wire/anthropic-messages', `${name}.txt`);
  const { text, end } = decodeText(anthropic, [readFileSync(file, 'utf8')]);
  assert.ok(end.type === 'finish');
  const calls = end.calls.map((call) => ({ ...call, toolCallId: call.wireId }));
  const said: AssistantMessage = { role: 'assistant', text, calls, thinking: end.thinking ?? [] };
  return [
    said,
    ...calls.map(({ toolCallId, wireId, name: tool }) => {
      return {
        role: 'tool',
        toolCallId,
        wireId,
        name: tool,
        text: 'ok',
        status: 'completed',
      } as const;
    }),
  ];
}

function marksIn(value: unknown): number {
  return JSON.stringify(value).split('"cache_control"').length - 1;
}

describe('Anthropic Messages', () => {
  it('names the version it speaks', () => {
    assert.deepEqual(anthropic.headers, { 'anthropic-version': '2023-06-01' });
    assert.equal(anthropic.path, '/v1/messages');
  });

  describe('caching', () => {
    const next = { toolCallId: 'toolu_9', wireId: 'toolu_9', name: 'core__read' };
    const rounds: readonly ChatMessage[] = [
      user,
      ...replayed('G13-two-calls'),
      { role: 'assistant', text: '', calls: [{ ...next, argsText: '{}' }] },
      { role: 'tool', ...next, text: 'ok', status: 'completed' },
      { role: 'user', text: 'Go on' },
    ];

    it('003-native-2: marks the last tool, the last system block and the two newest messages of the user', () => {
      const tools = ['core__b', 'core__a'].map((name) => toolSpec(name));
      const body = bodyOf(anthropic, { system: ['one', 'two'], messages: rounds, tools });
      assert.equal(strictVendors['anthropic-messages']?.(body), undefined);
      assert.equal(marksIn(body), 4);
      assertGolden(anthropic, 'encode-cache-marks', body);
    });

    it('marks nothing that is not there', () => {
      assert.equal(marksIn(bodyOf(anthropic, { system: [], messages: [user] })), 1);
    });

    it('keeps the bytes before a mark the same when the history grows', () => {
      const withoutMarks = (body: JsonObject) =>
        JSON.stringify(body['messages']).replaceAll(',"cache_control":{"type":"ephemeral"}', '');
      const shorter = withoutMarks(bodyOf(anthropic, { messages: rounds.slice(0, 4) }));
      const longer = withoutMarks(bodyOf(anthropic, { messages: rounds }));
      assert.ok(longer.startsWith(shorter.slice(0, -1)));
    });
  });

  describe('thinking', () => {
    it('G19: goes back unchanged, first in its message', () => {
      for (const name of ['G19-thinking-then-call', 'G19b-redacted-thinking-then-call']) {
        const body = bodyOf(anthropic, { messages: [user, ...replayed(name)] }, thinks);
        assert.equal(strictVendors['anthropic-messages']?.(body), undefined);
        assertGolden(anthropic, `encode-${name}`, body);
      }
    });

    it('gets a budget below the limit of the answer', () => {
      const of = (max: number | undefined, thinkingTokens?: number) => {
        const facts = max === undefined ? {} : { maxOutputTokens: max };
        const more = thinkingTokens === undefined ? {} : { thinkingTokens };
        const body = bodyOf(anthropic, {}, wireOptions({ reasoning: true, ...facts }, more));
        return [body['max_tokens'], body['thinking']];
      };
      const budget = (tokens: number) => ({ type: 'enabled', budget_tokens: tokens });
      assert.deepEqual(of(undefined), [16_384, budget(8_192)]);
      assert.deepEqual(of(undefined, 20_000), [36_384, budget(20_000)]);
      assert.deepEqual(of(4_096), [4_096, budget(2_048)]);
      assert.deepEqual(of(4_096, 10_000), [4_096, budget(3_072)]);
      assert.deepEqual(of(1_500), [1_500, undefined]);
      assert.deepEqual(of(4_096, 500), [4_096, undefined]);
    });

    it('is off when the turn under way began without it', () => {
      const messages = [user, ...replayed('one-call')];
      assert.equal('thinking' in bodyOf(anthropic, { messages }, thinks), false);
      const next: ChatMessage = { role: 'user', text: 'And now?' };
      assert.ok('thinking' in bodyOf(anthropic, { messages: [...messages, next] }, thinks));
    });

    it('is left out while it is off', () => {
      const messages = [user, ...replayed('G19-thinking-then-call')];
      assert.doesNotMatch(JSON.stringify(bodyOf(anthropic, { messages })), /thinking/);
    });

    for (const [model, expected] of [
      ['claude-3-7-sonnet-20250219', 'enabled'],
      ['claude-opus-4-20250514', 'enabled'],
      ['claude-sonnet-4-5-20250929', 'enabled'],
      ['some-gateway-model', 'enabled'],
      ['claude-opus-4-6', 'adaptive'],
      ['claude-opus-4-7', 'adaptive'],
      ['claude-sonnet-5', 'adaptive'],
      ['anthropic.claude-opus-4-8-v1', 'adaptive'],
    ] as const) {
      it(`of ${model} is ${expected}`, () => {
        const options = wireOptions({ reasoning: true }, { model });
        const thinking = JSON.stringify(bodyOf(anthropic, {}, options)['thinking']);
        assert.match(thinking, new RegExp(`"type":"${expected}"`));
      });
    }
  });

  it('a paused answer goes back whole and last, and its text once', () => {
    const [paused] = replayed('pause-turn');
    assert.ok(paused !== undefined);
    const body = bodyOf(anthropic, { messages: [user, paused] }, thinks);
    assert.equal(strictVendors['anthropic-messages']?.(body), undefined);
    assertGolden(anthropic, 'encode-paused', body);
    const after = bodyOf(anthropic, { messages: [user, paused, ...replayed('one-call')] });
    assert.equal(JSON.stringify(after).split('Searching.').length - 1, 1);
  });

  it('a paused answer of words alone is answered by the user, as newer models want it', () => {
    const content = [{ type: 'text', text: 'Half of' }];
    const message = { type: 'message', stop_reason: 'pause_turn', content };
    const { end, text } = decodeText(anthropic, [`data: ${JSON.stringify(message)}\n\n`]);
    assert.ok(end.type === 'finish' && end.reason === 'paused');
    const said = { role: 'assistant', text, calls: [], thinking: end.thinking ?? [] } as const;
    const body = bodyOf(anthropic, { messages: [user, said] });
    assert.equal(strictVendors['anthropic-messages']?.(body), undefined);
    assert.match(JSON.stringify(body['messages']), /Half of.*"role":"user"/);
  });

  it('a paused answer cannot make us send what the vendor refuses', () => {
    const content = [
      { type: 'image', source: { type: 'url', url: 'http://169.254.169.254/' } },
      { type: 'tool_result', tool_use_id: 'x', content: 'made up' },
      { type: 'document', source: { type: 'text', data: 'x' } },
      { type: 'redacted_thinking' },
      {},
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      ...[1, 2, 3, 4].map((n) => {
        return { type: 'text', text: String(n), cache_control: { type: 'ephemeral' } };
      }),
    ];
    const message = { type: 'message', stop_reason: 'pause_turn', content };
    const { end } = decodeText(anthropic, [`data: ${JSON.stringify(message)}\n\n`]);
    assert.ok(end.type === 'finish' && end.reason === 'paused');
    const said = { role: 'assistant', text: '1234', calls: [], thinking: end.thinking ?? [] };
    const body = bodyOf(anthropic, { messages: [user, { ...said, role: 'assistant' }] });
    assert.equal(strictVendors['anthropic-messages']?.(body), undefined);
    assert.doesNotMatch(JSON.stringify(body), /169\.254|made up|document|redacted/);
    assert.equal(marksIn(body['messages']), 1);
  });

  it('always says how long an answer may be, within the context', () => {
    const max = (contextTokens: number) =>
      bodyOf(anthropic, {}, wireOptions({ contextTokens }))['max_tokens'];
    assert.deepEqual([200_000, 8_000, 1].map(max), [16_384, 4_000, 1]);
  });

  describe('schemas', () => {
    const schemaOf = (schema: JsonObject) => {
      const body = bodyOf(anthropic, { tools: [toolSpec('core__x', schema)] });
      assert.equal(strictVendors['anthropic-messages']?.(body), undefined);
      const [tool] = Array.isArray(body['tools']) ? Array.from<JsonObject>(body['tools']) : [];
      return tool?.['input_schema'];
    };
    const variant = (kind: string, more: JsonObject) => ({
      type: 'object',
      properties: { kind: { const: kind }, ...more },
      required: ['kind', ...Object.keys(more)],
    });

    it('take a choice at their root as one object that takes any of them', () => {
      for (const key of ['oneOf', 'anyOf']) {
        const a = variant('a', { path: { type: 'string' } });
        const b = variant('b', { url: { type: 'string' } });
        const c = variant('c', { path: { type: 'string' } });
        assert.deepEqual(
          schemaOf({ [key]: [a, b, c, { type: 'null' }], description: 'One of two.' }),
          {
            description: 'One of two.',
            type: 'object',
            properties: {
              kind: { anyOf: [{ const: 'a' }, { const: 'b' }, { const: 'c' }] },
              path: { type: 'string' },
              url: { type: 'string' },
            },
            required: ['kind'],
          },
        );
      }
    });

    it('take parts that all hold as one', () => {
      const a = variant('a', { path: { type: 'string' } });
      const b = { properties: { url: { type: 'string' } }, required: ['url'] };
      assert.deepEqual(schemaOf({ type: 'object', allOf: [a, b] }), {
        type: 'object',
        properties: { kind: { const: 'a' }, path: { type: 'string' }, url: { type: 'string' } },
        required: ['kind', 'path', 'url'],
      });
    });

    it('carry their references written out, those to themselves as anything', () => {
      const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
      const $defs = { node, 'a/b': { type: 'string' } };
      const properties = {
        first: { $ref: '#/$defs/node' },
        name: { $ref: '#/$defs/a~1b', description: 'x' },
      };
      assert.deepEqual(schemaOf({ type: 'object', properties, $defs }), {
        type: 'object',
        properties: {
          first: { type: 'object', properties: { next: {} } },
          name: { type: 'string', description: 'x' },
        },
      });
      assert.deepEqual(schemaOf({ $ref: '#/definitions/x', definitions: { x: node } }), {
        type: 'object',
        properties: { next: {} },
      });
    });

    it('that multiply themselves are cut', () => {
      const level = (n: number) => ({
        type: 'object',
        properties: {
          a: { $ref: `#/$defs/l${String(n + 1)}` },
          b: { $ref: `#/$defs/l${String(n + 1)}` },
        },
      });
      const $defs = Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [`l${String(n)}`, level(n)]),
      );
      const sent = JSON.stringify(schemaOf({ $ref: '#/$defs/l0', $defs }));
      assert.ok(sent.length < 500_000);
    });

    it('lose properties whose names would have the request refused, and say so', () => {
      const properties = { $filter: { type: 'string' }, path: { type: 'string' } };
      assert.deepEqual(schemaOf({ type: 'object', properties, required: ['$filter', 'path'] }), {
        type: 'object',
        properties: { path: { type: 'string' } },
        required: ['path'],
        description: 'Cannot be given here: $filter.',
      });
    });
  });
});
