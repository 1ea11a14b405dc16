import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compactionMethods } from '../../../../../src/core/contracts/chats/conversation';
import type { ChatMessage } from '../../../../../src/core/contracts/chats/messages';
import { fitContext } from '../../../../../src/core/agent/context/fit-context';
import type { MessageHistory } from '../../../../../src/core/agent/history/message-history';
import { says } from '../../../fakes/llm';
import { aCall, anAnswer, brokenPairs } from '../history/a-conversation';
import { aTurn, longText } from './a-turn';

interface Piece {
  readonly kind: 'user' | 'answer' | 'round';
  readonly tokens: number;
  readonly calls: number;
}

const pieces: fc.Arbitrary<readonly Piece[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Piece['kind'][]>('user', 'answer', 'round', 'round'),
    tokens: fc.integer({ min: 1, max: 1_500 }),
    calls: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 25 },
);

function fill(history: MessageHistory, all: readonly Piece[]): void {
  history.addUser({ id: 'first', text: 'begin' });
  all.forEach(({ kind, tokens, calls }, at) => {
    const text = longText(tokens);
    if (kind === 'user') history.addUser({ id: `m${String(at)}`, text });
    if (kind === 'answer') history.addAnswer({ text });
    if (kind !== 'round') return;
    const ids = Array.from({ length: calls }, (_, index) => `c${String(at)}_${String(index)}`);
    history.addRound(
      { text: '' },
      ids.map((id) => aCall(id)),
      ids.map((id) => anAnswer(id, text)),
    );
  });
}

function lastUser(messages: readonly ChatMessage[]): ChatMessage | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

describe('whatever is compressed or pruned', () => {
  it('000-compress-6: pairs are never split, and the last message and the newest round stay', async () => {
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.constantFrom(...compactionMethods),
        fc.constantFrom('A summary.', ''),
        async (all, method, summary) => {
          const chat = aTurn({ answers: [says(summary), says(summary)] });
          fill(chat.history, all);
          const before = chat.history.messages();
          const done = await chat.compact(method);
          const after = chat.history.messages();
          assert.deepEqual(brokenPairs(after), []);
          assert.equal(lastUser(after), lastUser(before));
          assert.equal(after.at(-1), before.at(-1));
          assert.deepEqual(
            after.filter((each) => !before.includes(each)),
            [],
          );
          const removed = before.length - after.length;
          assert.equal(removed, done.ok ? done.value.removedMessages : 0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a request that did not fit either fits, or the history can still be sent', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 2_000, max: 12_000 }), async (all, size) => {
        const chat = aTurn({
          answers: [says('A summary.'), says('A summary.')],
          facts: { contextTokens: size },
        });
        fill(chat.history, all);
        const before = chat.history.messages();
        await fitContext(chat.turn);
        const after = chat.history.messages();
        assert.deepEqual(brokenPairs(after), []);
        assert.equal(lastUser(after), lastUser(before));
        assert.equal(after.at(-1), before.at(-1));
      }),
      { numRuns: 60 },
    );
  });
});
