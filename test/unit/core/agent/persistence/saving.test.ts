import assert from 'node:assert/strict';
import { failure } from '../../../../../src/core/contracts/failure';
import { createFakeConversations } from '../../../fakes/conversations';
import { callsFor, says } from '../../../fakes/llm';
import { toolSpec } from '../../../fakes/runner';
import { startAgent } from '../start-agent';

const catalog = [toolSpec('core__bash', 'state_change')];
const full = failure('execution', 'The disk is full. Make room.');

describe('a chat that cannot be saved', () => {
  it('goes on, says so once and why, and says when it is saved again', async () => {
    const chat = await startAgent({
      answers: [callsFor({ id: 'c', name: 'core__bash' }), says('Done.'), says('More.')],
      catalog,
    });
    chat.conversations.broken = full;
    assert.equal(await chat.sayIn(chat.sessionId, 'Go', { messageId: 'm1' }), 'end_turn');
    assert.equal(chat.said(), 'Done.');
    assert.deepEqual(chat.notices(), [
      'This chat is not being saved: The disk is full. Make room. New messages are lost when the window closes. The chat continues, and saving is retried.',
    ]);
    chat.conversations.broken = undefined;
    await chat.sayIn(chat.sessionId, 'And?', { messageId: 'm2' });
    assert.match(chat.notices()[1] ?? '', /being saved again; nothing is missing/);
    assert.equal(chat.notices().length, 2);
    const keys = chat.conversations
      .stored(chat.sessionId)
      ?.entries.flatMap(({ part, key }) => (part === 'transcript' ? [key.split(':')[0]] : []));
    assert.deepEqual(keys?.slice(0, 2), ['message', 'message']);
    assert.equal(keys.filter((each) => each === 'call').length, 1);
  });

  it('is saved by and by, also when nothing more is said', async () => {
    const chat = await startAgent({ answers: [says('Done.')] });
    chat.conversations.broken = full;
    await chat.say('Go');
    chat.conversations.broken = undefined;
    const saved = chat.conversations.nextWrite();
    chat.clock.advance(6_000);
    await saved;
    assert.ok(chat.conversations.stored(chat.sessionId));
  });

  it('holds no more than it may while the store fails, and says what is missing', async () => {
    const rounds = Array.from(
      { length: 7 },
      () =>
        async function* () {
          yield await Promise.resolve({
            type: 'thought',
            text: 'x'.repeat(3_500_000),
          } as const);
          yield* says('Seen.');
        },
    );
    const chat = await startAgent({ answers: [...rounds, says('End.')] });
    chat.conversations.broken = full;
    for (const n of rounds.keys()) {
      await chat.sayIn(chat.sessionId, 'Go', { messageId: `m${String(n)}` });
    }
    chat.conversations.broken = undefined;
    await chat.sayIn(chat.sessionId, 'And?', { messageId: 'last' });
    assert.match(chat.notices()[1] ?? '', /being saved again\. .*the oldest \d+ of the messages/);
    const entries = chat.conversations.stored(chat.sessionId)?.entries ?? [];
    const stored = (part: string) => JSON.stringify(entries.filter((each) => each.part === part));
    assert.ok(stored('transcript').length < 22 * 1024 * 1024);
    assert.equal(stored('history').split('Seen.').length, rounds.length + 1);
  });

  it('is saved without a picture that the store refuses, and says so once', async () => {
    const chat = await startAgent({ answers: [says('One.'), says('Two.')] });
    chat.conversations.refuseOver(1024 * 1024);
    const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(2 ** 21) } as const;
    await chat.sayIn(chat.sessionId, 'See', { messageId: 'm1', blocks: [image] });
    await chat.sayIn(chat.sessionId, 'And?', { messageId: 'm2' });
    assert.equal(chat.notices().length, 1);
    assert.match(chat.notices()[0] ?? '', /too large to be stored\. The chat is saved without it/);
    const stored = JSON.stringify(chat.conversations.stored(chat.sessionId));
    for (const text of ['See', 'One.', 'And?', 'Two.']) assert.ok(stored.includes(text), text);
    assert.equal(stored.includes('AAAA'), false);
  });

  it('does not wait for a store that does not answer longer than a few seconds', async () => {
    const chat = await startAgent({ answers: [says('Done.')] });
    chat.conversations.hang();
    const turn = chat.say('Go');
    while (!chat.said().includes('Done.')) {
      await Promise.resolve();
      chat.clock.advance(100);
    }
    chat.clock.advance(4_000);
    assert.equal(await turn, 'end_turn');
    assert.match(chat.notices()[0] ?? '', /not being saved: the storage does not answer\./);
  });

  it('stops within a moment though the store does not answer', async () => {
    const chat = await startAgent({ answers: [says('Done.')] });
    chat.conversations.hang();
    const turn = chat.say('Go');
    await chat.cancel();
    chat.clock.advance(500);
    assert.equal(await turn, 'cancelled');
  });
});

describe('what a chat has shown', () => {
  it('is durable before the client has it: messages, starts and ends of calls, and notices', async () => {
    const conversations = createFakeConversations();
    const early: string[] = [];
    const chat = await startAgent({
      conversations,
      catalog,
      answers: [callsFor({ id: 'c', name: 'core__bash' })],
      settings: { maxIterations: 1 },
      onUpdate: (update) => {
        const stored = JSON.stringify(conversations.stored(chat.sessionId)?.entries ?? []);
        if (!stored.includes('"message:m1"')) early.push('message');
        if (update.sessionUpdate === 'tool_call' && !stored.includes('"call:c"')) {
          early.push('start');
        }
        if (update.sessionUpdate === 'tool_call_update' && !stored.includes('"completed"')) {
          early.push('end');
        }
        const isNotice = update.sessionUpdate === 'agent_message_chunk';
        if (isNotice && !stored.includes('Stopped after 1 round')) early.push('notice');
      },
    });
    await chat.sayIn(chat.sessionId, 'Go', { messageId: 'm1' });
    assert.deepEqual(early, []);
    assert.equal(chat.notices().length, 1);
  });

  it('is written once a second while it streams, and whole at its end', async () => {
    const conversations = createFakeConversations();
    const chat = await startAgent({
      conversations,
      answers: [
        async function* () {
          for (let n = 0; n < 300; n += 1) {
            yield await Promise.resolve({ type: 'text', text: 'word ' } as const);
            chat.clock.advance(10);
          }
          yield* says('end');
        },
      ],
    });
    await chat.say('Go');
    const texts = conversations.writes.flatMap(({ change }) =>
      (change.put ?? []).filter(({ words = '' }) => words.startsWith('word ')),
    );
    assert.ok(texts.length >= 3 && texts.length <= 5, String(texts.length));
    assert.match(JSON.stringify(texts.at(-1)?.value), /word end"/);
  });

  it('of a command keeps the last 8 KB of its live output, until it has ended', async () => {
    const conversations = createFakeConversations();
    const chat = await startAgent({
      conversations,
      catalog,
      run: async ({ toolCallId }, { onEvent }) => {
        for (let n = 0; n < 100; n += 1) {
          onEvent({
            type: 'progress',
            toolCallId,
            progress: { append: `${'x'.repeat(1000)}${n}\n` },
          });
        }
        const written = conversations.nextWrite();
        chat.clock.advance(1_500);
        await written;
        return {};
      },
    });
    await chat.say('!make');
    const tails = conversations.writes.flatMap(({ change }) =>
      (change.put ?? []).flatMap(({ key, value }) => {
        const tail = /"tail":"([^"]*)"/.exec(JSON.stringify(value))?.[1];
        return key.startsWith('call:') && tail !== undefined ? [tail] : [];
      }),
    );
    assert.ok(tails.length > 0);
    assert.ok(tails.every((tail) => tail.replaceAll('\\n', '\n').length <= 8_192));
    assert.match(tails.at(-1) ?? '', /99\\n$/);
    const stored = JSON.stringify(conversations.stored(chat.sessionId)?.entries);
    assert.doesNotMatch(stored, /"tail"/);
  });

  it('leaves nothing in the store before the first message', async () => {
    const chat = await startAgent({});
    await chat.resume();
    chat.clock.advance(10_000);
    await chat.agent.closeSession({ sessionId: chat.sessionId });
    assert.equal(chat.conversations.asked(), 0);
  });
});
