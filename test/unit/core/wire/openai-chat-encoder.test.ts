import assert from 'node:assert/strict';
import type { AssistantCall, ChatMessage, ToolMessage } from '../../../../src/core/contracts/chat';
import { failure, formatToolError } from '../../../../src/core/contracts/failure';
import type { ToolSpec } from '../../../../src/core/contracts/tool-spec';
import openAiChat from '../../../../src/core/wire/openai-chat';
import { assertGolden } from './golden';

function spec(name: string): ToolSpec {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { path: { type: 'string', description: 'Where.' } },
      required: ['path'],
      additionalProperties: false,
    },
    effect: 'read_only',
    redaction: ['text'],
  };
}

function call(toolCallId: string, wireId = toolCallId, argsText = '{"path":"a"}'): AssistantCall {
  return { toolCallId, wireId, name: 'core__read', argsText };
}

function answer(toolCallId: string, text: string, wireId = toolCallId): ToolMessage {
  return { role: 'tool', toolCallId, wireId, name: 'core__read', text, status: 'completed' };
}

function encode(messages: readonly ChatMessage[]) {
  return openAiChat.encode({ system: 'Be good.', messages, tools: [] }, 'm').messages;
}

const user: ChatMessage = { role: 'user', text: 'Hello' };

describe('OpenAI chat encoder', () => {
  it('001 inv. 13: sends tools sorted by name, with exact keys and without $schema', () => {
    const tools = [spec('core__write'), spec('core__bash'), spec('core__read')];
    assertGolden('encode-tools', openAiChat.encode({ system: 's', messages: [user], tools }, 'm'));
  });

  it('leaves the tools key out when there are none', () => {
    const body = openAiChat.encode({ system: 's', messages: [user], tools: [] }, 'm');
    assert.deepEqual(Object.keys(body), ['model', 'messages', 'stream', 'stream_options']);
  });

  it('replays results: ok, error, denied, cancelled, and an unanswered call repaired', () => {
    const ids = ['ok', 'error', 'denied', 'cancelled', 'lost'];
    const failed = (
      code: 'execution' | 'policy_denied' | 'cancelled',
      id: string,
    ): ToolMessage => ({
      ...answer(id, formatToolError(failure(code, `It was ${id}.`))),
      status: code === 'cancelled' ? 'cancelled' : 'failed',
    });
    assertGolden(
      'encode-results',
      encode([
        user,
        { role: 'assistant', text: 'Reading.', calls: ids.map((id) => call(id)) },
        answer('ok', 'content of a'),
        failed('execution', 'error'),
        failed('policy_denied', 'denied'),
        failed('cancelled', 'cancelled'),
        { role: 'assistant', text: 'I could not read them all.', calls: [] },
        { role: 'user', text: 'Why?' },
      ]),
    );
  });

  it('DESIGN decision 21: moves a late answer up, drops strays and second answers', () => {
    assertGolden(
      'encode-repaired',
      encode([
        user,
        { role: 'assistant', text: '', calls: [call('a'), call('b')] },
        answer('b', 'two'),
        { role: 'user', text: 'And?' },
        answer('a', 'one'),
        answer('a', 'one again'),
        answer('stray', 'nobody asked'),
      ]),
    );
  });

  it("G26: answers with the provider's own id, also when it repeats", () => {
    assertGolden(
      'encode-repeated-id',
      encode([
        user,
        {
          role: 'assistant',
          text: '',
          calls: [call('a', 'a'), call('uuid-1', 'a'), call('n', '')],
        },
        answer('a', 'one', 'a'),
        answer('uuid-1', 'two', 'a'),
        answer('n', 'three', ''),
      ]),
    );
  });

  it('sends arguments that are no object as an empty one, so that servers can parse them', () => {
    const calls = ['[1]', '{"a":', 'null'].map((args, index) => call(`c${index}`, '', args));
    const text = JSON.stringify(encode([user, { role: 'assistant', text: '', calls }]));
    assert.equal(text.split('"arguments":"{}"').length - 1, 3);
  });

  it('joins messages of the person that follow each other', () => {
    assert.deepEqual(encode([user, { role: 'user', text: 'Again' }]), [
      { role: 'system', content: 'Be good.' },
      { role: 'user', content: 'Hello\n\nAgain' },
    ]);
  });
});
