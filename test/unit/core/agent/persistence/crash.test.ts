import assert from 'node:assert/strict';
import type { SessionUpdate } from '../../../../../src/core/contracts/chats/acp';
import { failure } from '../../../../../src/core/contracts/failure';
import { createFakeConversations, type FakeWrite } from '../../../fakes/conversations';
import { callsFor, says, type FakeAnswer } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { assertAccepted, assertLives, assertPaired } from '../chat-invariants';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change'), toolSpec('core__read', 'read_only')];
const breaks: FakeAnswer = [
  { type: 'text', text: 'I was ab' },
  { type: 'error', failure: failure('execution', 'It broke.') },
];

/** What the client had, and how many writes were durable then. */
interface Shown {
  readonly update: SessionUpdate;
  readonly writes: number;
}

/** A chat with calls by hand, calls at once, an edited call and an answer that broke off. */
async function liveChat() {
  const shown: Shown[] = [];
  const conversations = createFakeConversations();
  const chat = await startAgent({
    conversations,
    catalog,
    answers: [
      callsFor(
        { id: 'a', name: 'core__read' },
        { id: 'b', name: 'core__read' },
        { id: 'c', name: 'core__bash' },
      ),
      callsFor({ id: 'd', name: 'core__bash' }),
      says('Done.'),
      breaks,
    ],
    run: async ({ toolCallId }) => {
      await Promise.resolve();
      return toolCallId === 'd'
        ? { status: 'cancelled', edited: { args: '{"b":2}', token: 't' } }
        : { text: `result of ${toolCallId}`, status: toolCallId === 'b' ? 'failed' : 'completed' };
    },
    onUpdate: (update) => {
      shown.push({ update, writes: conversations.writes.length });
    },
  });
  const { sessionId } = chat;
  await chat.say('!ls');
  await chat.sayIn(sessionId, 'Go', { messageId: 'm1' });
  await chat.sayIn(sessionId, 'Next', { messageId: 'm2' });
  return { chat, sessionId, shown, writes: conversations.writes };
}

/** The window after a crash that left so many writes. */
async function reopen(writes: readonly FakeWrite[], sessionId: string, idPrefix: string) {
  const conversations = createFakeConversations(writes);
  const answers = [says('Resumed.'), says('Well.')];
  const chat = await startAgent({ conversations, catalog, answers, idPrefix });
  await chat.load(sessionId);
  return { chat, conversations };
}

function isDurable(update: SessionUpdate): boolean {
  if (update.sessionUpdate === 'tool_call') return true;
  if (update.sessionUpdate === 'tool_call_update') return update.status !== 'in_progress';
  return update.sessionUpdate === 'agent_message_chunk' && update._meta !== undefined;
}

function callOf(updates: readonly SessionUpdate[], id: string) {
  return updates.find((each) => each.sessionUpdate === 'tool_call' && each.toolCallId === id);
}

function assertThere({ update }: Shown, loaded: readonly SessionUpdate[]): void {
  if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
    const call = callOf(loaded, update.toolCallId);
    assert.ok(call?.sessionUpdate === 'tool_call', `${update.toolCallId} is gone`);
    if (update.status !== 'completed' && update.status !== 'failed') return;
    assert.equal(call.status, update.status);
    assert.deepEqual(call.content, update.content);
    return;
  }
  assert.ok(loaded.some((each) => JSON.stringify(each) === JSON.stringify(update)));
}

describe('a window that crashes after any write', () => {
  it('decision 21: leaves each announced call with one end, a history that every vendor takes, and all that was shown', async () => {
    const { sessionId, shown, writes } = await liveChat();
    assert.ok(writes.length > 12, String(writes.length));
    for (let count = 1; count <= writes.length; count += 1) {
      const { chat, conversations } = await reopen(writes.slice(0, count), sessionId, 'second');
      const loaded = chat.updatesOf(sessionId);
      const ids = assertLives(loaded);
      for (const each of shown) {
        if (each.writes <= count && isDurable(each.update)) assertThere(each, loaded);
      }
      const ended = chat.runner.asked.filter((each) => each.startsWith('interrupted'));
      assert.equal(new Set(ended).size, ended.length);
      const usable = await chat.sayIn(sessionId, '', { resume: true });
      assert.equal(usable, 'end_turn');
      await chat.sayIn(sessionId, 'And now?', { messageId: 'm3' });
      for (const request of chat.llm.requests) {
        assertPaired(request.messages);
        assertAccepted(request);
      }
      const third = await reopen(conversations.writes, sessionId, 'third');
      assert.deepEqual(
        third.chat.runner.asked.filter((each) => each.startsWith('interrupted')),
        [],
        'recorded once',
      );
      const again = assertLives(third.chat.updatesOf(sessionId));
      for (const id of ids) assert.ok(again.has(id));
    }
  });

  it('informs the model which calls may have had effects, and keeps existing answers', async () => {
    const { sessionId, writes } = await liveChat();
    const count = writes.findIndex(({ change }) => change.put?.some(isEndOf('b')));
    const { chat } = await reopen(writes.slice(0, count + 1), sessionId, 'second');
    await chat.sayIn(sessionId, '', { resume: true });
    const answers = chat.lastMessages().flatMap((each) => (each.role === 'tool' ? [each] : []));
    assert.deepEqual(
      answers.map(({ toolCallId, status }) => [toolCallId, status]),
      [
        ['a', 'completed'],
        ['b', 'failed'],
        ['c', 'cancelled'],
      ],
    );
    assert.equal(answers[0]?.text, 'result of a');
    assert.match(answers[2]?.text ?? '', /Interrupted[\s\S]*may have had effects[\s\S]*Check what/);
  });

  it('offers to go on, and going on does not run again what had ended', async () => {
    const { sessionId, writes } = await liveChat();
    const count = writes.findIndex(({ change }) => change.put?.some(isEndOf('c')));
    const { chat } = await reopen(writes.slice(0, count + 1), sessionId, 'second');
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'warning', action: 'continue' });
    assert.match(chat.notices().at(-1) ?? '', /in the middle of this turn/);
    assert.equal(await chat.sayIn(sessionId, '', { resume: true }), 'end_turn');
    assert.deepEqual(chat.runner.calls, []);
    assert.equal(chat.said(), 'Resumed.');
  });

  it('keeps what the model had said of an answer that was cut, until it is asked again', async () => {
    const conversations = createFakeConversations();
    let stored: readonly FakeWrite[] = [];
    const first = await startAgent({
      conversations,
      answers: [
        async function* () {
          yield await Promise.resolve({ type: 'text', text: 'The cause is' } as const);
          const written = conversations.nextWrite();
          first.clock.advance(1_500);
          await written;
          stored = [...conversations.writes];
          yield* says(' simple.');
        },
      ],
    });
    await first.sayIn(first.sessionId, 'Why?', { messageId: 'm1' });
    const { chat } = await reopen(stored, first.sessionId, 'second');
    assert.equal(chat.said(), 'The cause is');
    assert.deepEqual(chat.noticeMetas().at(-1), { notice: 'warning', action: 'retry' });
    await chat.sayIn(first.sessionId, 'Go on, please');
    assert.deepEqual(
      chat.lastMessages().map(({ text }) => text),
      ['Why?', 'The cause is', 'Go on, please'],
    );
  });

  it('ends a command that the user ran, and informs the model with the next message', async () => {
    const conversations = createFakeConversations();
    let stored: readonly FakeWrite[] = [];
    const first = await startAgent({
      conversations,
      run: async () => {
        await conversations.nextWrite();
        stored = [...conversations.writes];
        return {};
      },
    });
    await first.say('!make');
    const { chat } = await reopen(stored, first.sessionId, 'second');
    assert.equal(assertLives(chat.updatesOf(first.sessionId)).size, 1);
    await chat.sayIn(first.sessionId, 'What came of it?');
    assert.match(chat.lastMessages()[0]?.text ?? '', /\(interrupted\)[\s\S]*may have had effects/);
  });
});

function isEndOf(id: string) {
  return ({ key, value }: { readonly key: string; readonly value: unknown }) =>
    key === `call:${id}` && /"status":"(?:completed|failed)"/.test(JSON.stringify(value));
}
