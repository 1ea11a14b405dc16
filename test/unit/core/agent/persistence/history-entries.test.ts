import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toJson } from '../../../../../src/core/contracts/json';
import type { ConversationEntry } from '../../../../../src/core/contracts/chats/conversation';
import { MessageHistory } from '../../../../../src/core/agent/history/message-history';
import { restoreHistory } from '../../../../../src/core/agent/persistence/history-entries';
import { PersistentHistory } from '../../../../../src/core/agent/persistence/persistent-history';
import {
  WriteBatch,
  type BatchChange,
} from '../../../../../src/core/agent/persistence/write-batch';
import { createFakeConversations } from '../../../fakes/conversations';
import { aCall, anAnswer, brokenPairs, steps, take } from '../history/a-conversation';
import { assertPaired } from '../chat-invariants';

/** A recorded history, and what is stored of it. */
function recorded(inner: MessageHistory = new MessageHistory()) {
  const staged = new WriteBatch();
  const conversations = createFakeConversations();
  const writer = {
    stage: (change: BatchChange) => {
      staged.add(change);
    },
  };
  const history = new PersistentHistory(inner.state(), writer, 0);
  return {
    history,
    entries: async (): Promise<readonly ConversationEntry[]> => {
      const change = staged.take();
      if (change !== undefined) await conversations.write('s', change);
      return conversations.stored('s')?.entries ?? [];
    },
  };
}

function assertSame(entries: readonly ConversationEntry[], live: MessageHistory): void {
  const restored = restoreHistory(entries);
  assert.equal(restored.unread, 0);
  const history = new MessageHistory(restored.state);
  assert.deepEqual(history.messages(), live.messages());
  assert.deepEqual(history.knowledge(), live.knowledge());
  // What a fork and a resumed turn make of it is the same, too.
  for (const message of live.messages()) {
    if (message.role !== 'user' || message.id === undefined) continue;
    const [one, other] = [history.before(message.id), live.before(message.id)];
    assert.deepEqual(one?.messages(), other?.messages());
    assert.deepEqual(one?.knowledge(), other?.knowledge());
  }
  const copy = new MessageHistory(live.state());
  assert.equal(history.resume(), copy.resume());
  assert.deepEqual(history.messages(), copy.messages());
}

/** Blanks the text of some answers, as pruning does. */
function prune(history: MessageHistory): void {
  const pruned = history
    .messages()
    .map((each, index) =>
      each.role === 'tool' && index % 2 === 0 ? { ...each, text: '-' } : each,
    );
  history.replace(pruned);
}

describe('history restored from the store', () => {
  it('is the same for every sequence of what can happen to it', async () => {
    const script = fc.tuple(steps, fc.array(fc.nat(60), { maxLength: 4 }), fc.nat(3));
    await fc.assert(
      fc.asyncProperty(script, async ([all, pruneAt, clearAt]) => {
        let chat = recorded();
        for (const [at, step] of all.entries()) {
          const next = take(chat.history, step, at);
          if (next !== chat.history) {
            chat = recorded(next);
            chat.history.saveAll();
          }
          if (pruneAt.includes(at)) prune(chat.history);
          if (clearAt === 3 && at === 30) chat.history.clear();
          if (at % 7 === 0) assertSame(await chat.entries(), chat.history);
        }
        assertSame(await chat.entries(), chat.history);
      }),
      { numRuns: 60 },
    );
  });

  it('holds thoughts, pictures, ids of the wire and exit codes', async () => {
    const { history, entries } = recorded();
    const thinking = [
      { wire: 'anthropic-messages', block: { type: 'thinking', signature: 'c2ln' } },
    ];
    const images = [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }];
    history.addUser({ id: 'm1', text: 'See', images, ranByHand: ['h1'] });
    const call = { ...aCall('a'), wireId: 'toolu_1' };
    history.addRound(
      { text: 'So', thinking },
      [call],
      [{ ...anAnswer('a'), wireId: 'toolu_1', ranAs: 'b', exitCode: 2, status: 'failed' }],
    );
    history.addAnswer({ text: 'Done.', thinking });
    assertSame(await entries(), history);
  });

  it('decision 21: answers the calls of a round that was cut, and keeps the answers there were', async () => {
    const { history, entries } = recorded();
    history.addUser({ text: 'Go' });
    history.beginRound({ text: 'I look.' }, [aCall('a'), aCall('b')]);
    history.answered(anAnswer('a', 'found'));
    const { state: told, interrupted } = restoreHistory(await entries());
    assertPaired(told.messages);
    assert.deepEqual(
      told.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'tool'],
    );
    assert.deepEqual(
      interrupted.map(({ toolCallId }) => toolCallId),
      ['b'],
    );
  });

  it('a compression in the midst of a round keeps that round', async () => {
    const { history, entries } = recorded();
    for (const id of ['m1', 'm2']) history.addUser({ id, text: id });
    history.beginRound({ text: '' }, [aCall('a'), aCall('b')]);
    history.answered(anAnswer('a', 'found'));
    history.compress(1, 'What was.');
    const cut = restoreHistory(await entries());
    assert.equal(cut.state.messages.length, 4);
    history.addRound(
      { text: '' },
      [aCall('a'), aCall('b')],
      [anAnswer('a', 'found'), anAnswer('b')],
    );
    assertSame(await entries(), history);
  });

  it('garbage loses itself only: every call still has one answer', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constant({ text: 'x', calls: [aCall('a')] }),
      fc.constant({ text: 'x', calls: [aCall('a'), { toolCallId: 1 }] }),
      fc.constant({ ...anAnswer('a') }),
    );
    const key = fc.constantFrom(
      'user:1',
      'said:2',
      'round:3',
      'round:4',
      'answer:a',
      'x',
      'knowledge:9',
    );
    const entry = fc.record({ part: fc.constant('history' as const), key, value });
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { state: told } = restoreHistory(
          entries.map(({ value, ...name }) => ({ ...name, value: toJson(value) ?? null })),
        );
        assert.deepEqual(brokenPairs(told.messages), []);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out a thought that redaction has changed: its signature would be refused', async () => {
    const { history, entries } = recorded();
    const block = { type: 'thinking', signature: '[REDACTED:high-entropy]' };
    history.addUser({ text: 'Go' });
    history.addAnswer({ text: 'Yes.', thinking: [{ wire: 'anthropic-messages', block }] });
    const [, said] = restoreHistory(await entries()).state.messages;
    assert.deepEqual(said, { role: 'assistant', text: 'Yes.', calls: [], thinking: [] });
  });
});
