import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatMessage } from '../../../../src/core/contracts/chats/messages';
import type { JsonObject } from '../../../../src/core/contracts/json';
import ollama from '../../../../src/core/wire/ollama-chat';
import { decodeText } from './decode';
import { assertGolden } from './golden';
import { bodyOf, toolSpec, wireOptions } from './wire-options';

function stream(name: string): string {
  return readFileSync(path.resolve('test/fixtures/wire/ollama-chat', `${name}.txt`), 'utf8');
}

describe("Ollama's own chat", () => {
  it('says how much context it needs, whether to think, and the limit of an answer', () => {
    const body = bodyOf(
      ollama,
      {},
      wireOptions({ contextTokens: 32_768, reasoning: true, maxOutputTokens: 500 }),
    );
    assert.deepEqual(body['options'], { num_ctx: 32_768, num_predict: 500 });
    assert.equal(body['think'], true);
    assert.deepEqual(bodyOf(ollama)['options'], { num_ctx: 100_000 });
    assert.equal(bodyOf(ollama)['think'], false);
  });

  it('G20: ids that the server does not give differ from all of the history', () => {
    const calls = ['call_1', 'call_3'].map((id) => {
      return { toolCallId: id, wireId: id, name: 'core__read', argsText: '{}' };
    });
    const messages: readonly ChatMessage[] = [
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: '', calls },
    ];
    const { end } = decodeText(ollama, [stream('G20-two-calls-without-ids')], { messages });
    assert.ok(end.type === 'finish');
    assert.deepEqual(
      end.calls.map(({ wireId }) => wireId),
      ['call_4', 'call_5'],
    );
  });

  it('sends thoughts back with the calls they led to', () => {
    const { end } = decodeText(ollama, [stream('thinking-then-call')]);
    assert.ok(end.type === 'finish');
    const calls = end.calls.map((call) => ({ ...call, toolCallId: call.wireId }));
    const messages: readonly ChatMessage[] = [
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: '', calls, thinking: end.thinking ?? [] },
    ];
    assertGolden(ollama, 'encode-thinking', bodyOf(ollama, { messages }));
  });

  it('sends of a schema what the server keeps, and says its limits in words', () => {
    const schema: JsonObject = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        limit: { type: 'integer', description: 'How many.', minimum: 1, maximum: 100, default: 20 },
        offset: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        kind: { const: 'file', description: 'Always this.' },
        name: { type: ['string', 'null'], minLength: 1, maxLength: 9, pattern: '^[a-z]+$' },
        tags: {
          type: 'array',
          items: { type: 'string', format: 'uri' },
          minItems: 1,
          uniqueItems: true,
        },
        mode: { type: 'string', enum: ['a', 'b'], default: '' },
        where: {
          oneOf: [
            { type: 'string' },
            {
              type: 'object',
              properties: { line: { type: 'integer', exclusiveMinimum: 0 } },
              required: ['line'],
              additionalProperties: false,
            },
          ],
        },
        at: { $ref: '#/$defs/at' },
      },
      required: ['limit'],
      additionalProperties: false,
      $defs: { at: { type: 'number', multipleOf: 0.5, exclusiveMaximum: 9 } },
    };
    assertGolden(ollama, 'encode-limits', bodyOf(ollama, { tools: [toolSpec('core__x', schema)] }));
  });
});
