import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strictVendors } from '../../../fakes/strict-vendors';
import type { ChatMessage } from '../../../../src/core/contracts/chats/messages';
import openAiChat from '../../../../src/core/wire/openai-chat';
import { shownFailure } from '../../../../src/host/window/language';
import { inGerman } from '../../fakes/in-german';
import { decodeText } from './decode';
import { assertGolden } from './golden';
import { bodyOf, messagesOf, wireOptions } from './wire-options';

const user: ChatMessage = { role: 'user', text: 'Hello' };

/** What a recorded stream leaves in the history, its calls answered. */
function replayed(name: string): readonly ChatMessage[] {
  const file = path.resolve('test/fixtures/wire/openai-chat', `${name}.txt`);
  const { text, end } = decodeText(openAiChat, [readFileSync(file, 'utf8')]);
  assert.ok(end.type === 'finish');
  const calls = end.calls.map((call) => ({ ...call, toolCallId: call.wireId }));
  return [
    { role: 'assistant', text, calls, thinking: end.thinking ?? [] },
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

describe('OpenAI Chat Completions', () => {
  it('limits an answer only where a number is set, by the key the server knows', () => {
    const keysOf = (model: string) =>
      Object.keys(bodyOf(openAiChat, {}, wireOptions({ maxOutputTokens: 9 }, { model }))).filter(
        (key) => key.startsWith('max_'),
      );
    for (const model of ['gpt-5', 'gpt-5.1-codex', 'o3-mini', 'openai/o1', 'codex-mini-latest']) {
      assert.deepEqual(keysOf(model), ['max_completion_tokens'], model);
    }
    for (const model of ['gpt-4.1', 'gpt-oss:20b', 'mistral-large', 'deepseek-chat', 'foo-o3']) {
      assert.deepEqual(keysOf(model), ['max_tokens'], model);
    }
    assert.equal('max_tokens' in bodyOf(openAiChat), false);
  });

  describe('what a model thought', () => {
    for (const name of [
      'reasoning-content-then-call',
      'reasoning-details-then-call',
      'call-with-attachment',
    ]) {
      it(`goes back with the calls of the turn under way: ${name}`, () => {
        const body = bodyOf(openAiChat, { messages: [user, ...replayed(name)] });
        assert.equal(strictVendors['openai-chat']?.(body), undefined);
        assertGolden(openAiChat, `encode-${name}`, body);
      });

      it(`stays away from a turn that is over: ${name}`, () => {
        const messages = [user, ...replayed(name), { role: 'user', text: 'And?' } as const];
        const sent = JSON.stringify(messagesOf(openAiChat, messages));
        assert.doesNotMatch(sent, /reasoning|extra_content/);
      });
    }

    it('is sent to no other wire', () => {
      const [said, ...answers] = replayed('reasoning-content-then-call');
      assert.ok(said?.role === 'assistant');
      const thinking = [{ wire: 'other', block: { reasoning_content: 'x' } }];
      const sent = messagesOf(openAiChat, [user, { ...said, thinking }, ...answers]);
      assert.doesNotMatch(JSON.stringify(sent), /reasoning/);
    });

    it('carries no foreign key into a message', () => {
      const [said, ...answers] = replayed('reasoning-content-then-call');
      assert.ok(said?.role === 'assistant');
      const thinking = [{ wire: 'openai-chat', block: { role: 'system', content: 'x' } }];
      const body = bodyOf(openAiChat, { messages: [user, { ...said, thinking }, ...answers] });
      assert.equal(strictVendors['openai-chat']?.(body), undefined);
    });
  });

  it("says in VS Code's language that an error has no text", () => {
    const { end } = decodeText(openAiChat, ['data: {"error":{}}\n\n']);
    assert.ok(end.type === 'error');
    assert.equal(
      inGerman(() => shownFailure(end.failure)),
      'Der Server des Modells brach mit einem Fehler ab, ohne ihn zu nennen.',
    );
  });

  it('says when only bookkeeping may follow and when nothing may', () => {
    const decoder = openAiChat
      .exchange({ system: [], messages: [user], tools: [] }, wireOptions())
      .decoder();
    assert.equal(decoder.state(), 'open');
    decoder.feed('{"choices":[{"delta":{},"finish_reason":"stop"}]}');
    assert.equal(decoder.state(), 'finishing');
    decoder.feed('[DONE]');
    assert.equal(decoder.state(), 'done');
  });
});
