import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AssistantCall, ChatMessage } from '../../../../src/core/contracts/chats/messages';
import { createToolNames } from '../../../../src/core/wire/codec/tool-names';
import { encodeVscodeMessages } from '../../../../src/host/models/vscode-llm';
import type { VscodeMessage, VscodePart } from '../../../../src/host/models/vscode-chat';

function encode(messages: readonly ChatMessage[], images = true): readonly VscodeMessage[] {
  const names = createToolNames({ tools: [], messages }, (text) => text);
  return encodeVscodeMessages({ system: [], messages }, names, images);
}

function call(toolCallId: string, wireId = toolCallId): AssistantCall {
  return { toolCallId, wireId, name: 'core__read', argsText: '{"path":"a"}' };
}

function answer(toolCallId: string, text = `answer ${toolCallId}`): ChatMessage {
  return {
    role: 'tool',
    toolCallId,
    wireId: toolCallId,
    name: 'core__read',
    text,
    status: 'completed',
  };
}

const asked: ChatMessage = { role: 'user', text: 'Go' };

function shape(messages: readonly VscodeMessage[]): readonly string[] {
  return messages.map(({ role, parts }) => `${role}: ${parts.map(word).join(' ')}`);
}

function word(part: VscodePart): string {
  if (part.kind === 'call' || part.kind === 'result') return `${part.kind} ${part.callId}`;
  return part.kind === 'text' ? part.text : part.mediaType;
}

describe('a conversation for VS Code', () => {
  it('has each call answered directly after it, all of one message in one', () => {
    const messages: readonly ChatMessage[] = [
      asked,
      { role: 'assistant', text: 'I look.', calls: [call('a'), call('b')] },
      answer('b'),
      answer('a'),
      { role: 'assistant', text: 'Done.', calls: [] },
      { role: 'user', text: 'Thanks' },
    ];
    assert.deepEqual(shape(encode(messages)), [
      'user: Go',
      'assistant: I look. call a call b',
      'user: result a result b',
      'assistant: Done.',
      'user: Thanks',
    ]);
    assert.deepEqual(encode(messages)[1]?.parts[1], {
      kind: 'call',
      callId: 'a',
      name: 'core__read',
      input: { path: 'a' },
    });
  });

  it('decision 21: fills the answer that is missing and drops one that answers nothing', () => {
    const encoded = encode([
      asked,
      { role: 'assistant', text: '', calls: [call('a')] },
      answer('stray'),
      asked,
    ]);
    assert.deepEqual(shape(encoded), [
      'user: Go',
      'assistant: call a',
      'user: result a',
      'user: Go',
    ]);
    assert.match(JSON.stringify(encoded[2]), /result of this call is unavailable/);
  });

  it('G26: gives two calls under one id of the provider two ids', () => {
    const ids = encode([
      asked,
      { role: 'assistant', text: '', calls: [call('a', 'same'), call('b', 'same')] },
      answer('a'),
      answer('b'),
    ]).flatMap(({ parts }) => parts.flatMap((part) => ('callId' in part ? [part.callId] : [])));
    assert.deepEqual(ids, ['same', 'b', 'same', 'b']);
  });

  it('sends images to a model that accepts them, and a note to any other', () => {
    const images = [{ mediaType: 'image/png', data: 'AAAA' }];
    const messages: readonly ChatMessage[] = [{ role: 'user', text: 'See', images }];
    assert.deepEqual(encode(messages)[0]?.parts, [
      { kind: 'text', text: 'See' },
      { kind: 'image', mediaType: 'image/png', data: 'AAAA' },
    ]);
    assert.doesNotMatch(JSON.stringify(encode(messages, false)), /AAAA/);
    assert.match(JSON.stringify(encode(messages, false)), /left out/);
  });

  it('answers every call exactly once, whatever the history', () => {
    const id = fc.constantFrom('a', 'b', 'c', '');
    const message: fc.Arbitrary<ChatMessage> = fc.oneof(
      fc.string().map((text) => ({ role: 'user' as const, text })),
      fc.record({
        role: fc.constant('assistant' as const),
        text: fc.string(),
        calls: fc.array(fc.tuple(id, id).map(([own, wire]) => call(own, wire))),
      }),
      id.map((own) => answer(own)),
    );
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const encoded = encode(messages);
        encoded.forEach(({ role, parts }, at) => {
          assert.ok(parts.length > 0);
          const calls = parts.flatMap((part) => (part.kind === 'call' ? [part.callId] : []));
          if (role !== 'assistant' || calls.length === 0) return;
          assert.equal(new Set(calls).size, calls.length);
          const next = encoded[at + 1]?.parts ?? [];
          assert.deepEqual(
            next.map((part) => (part.kind === 'result' ? part.callId : part.kind)),
            calls,
          );
        });
        const kinds = encoded.flatMap(({ parts }) => parts.map(({ kind }) => kind));
        const count = (kind: string) => kinds.filter((each) => each === kind).length;
        assert.equal(count('call'), count('result'));
      }),
    );
  });
});
