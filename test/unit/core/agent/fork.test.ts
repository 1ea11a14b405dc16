import assert from 'node:assert/strict';
import { failure, fail } from '../../../../src/core/contracts/failure';
import { callsFor, says } from '../../fakes/llm';
import { toolSpec } from '../../fakes/runner';
import { startAgent, type StartedAgent } from './start-agent';

const catalog = [toolSpec('core__bash', 'state_change')];

/** Two messages, `m1` and `m2`, the first with a call. */
async function startTwo() {
  const chat = await startAgent({
    answers: [
      callsFor({ id: 'c1', name: 'core__bash' }),
      says('First.'),
      says('Second.'),
      callsFor({ id: 'c1', name: 'core__bash' }),
      says('Other.'),
      says('Last.'),
    ],
    catalog,
  });
  await chat.sayIn(chat.sessionId, 'One', { messageId: 'm1' });
  await chat.sayIn(chat.sessionId, 'Two', { messageId: 'm2' });
  return chat;
}

function texts(chat: StartedAgent) {
  return chat.lastMessages().map(({ text }) => text);
}

describe('a fork', () => {
  it('begins with everything before the message, and the two continue separately', async () => {
    const chat = await startTwo();
    const fork = await chat.fork('m2');
    assert.notEqual(fork, chat.sessionId);
    await chat.sayIn(fork, 'Two, better', { messageId: 'm2b' });
    assert.deepEqual(texts(chat).slice(0, 4), ['One', '', 'done', 'First.']);
    assert.ok(!texts(chat).includes('Two'));
    await chat.say('Three');
    assert.deepEqual(texts(chat), ['One', '', 'done', 'First.', 'Two', 'Second.', 'Three']);
  });

  it('003-overflow-2: knows the chats it was forked from, also after it is opened again', async () => {
    const chat = await startTwo();
    const fork = await chat.fork('m2');
    await chat.sayIn(fork, 'Two, better', { messageId: 'm2b' });
    const second = await chat.fork('m2b', fork);
    assert.deepEqual(chat.forks.get(fork), [chat.sessionId]);
    const { conversations } = chat;
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(second);
    assert.deepEqual(next.forks.get(second), [fork, chat.sessionId]);
  });

  it('decisions 44 and 57: restores the slices of that message, and the quota of its chat', async () => {
    const chat = await startTwo();
    const before = chat.runner.asked.length;
    const fork = await chat.fork('m2');
    assert.deepEqual(
      [...new Set(chat.runner.asked.slice(0, before))],
      [`snapshot ${chat.sessionId}`],
    );
    assert.deepEqual(chat.runner.asked.slice(before), [
      `restore ${fork} ${chat.sessionId}`,
      `snapshot ${fork}`,
    ]);
  });

  it('decision 36: ids of calls that the chat used are not used again', async () => {
    const chat = await startTwo();
    const fork = await chat.fork('m2');
    await chat.sayIn(fork, 'Again');
    const ids = chat.runner.calls.map(({ toolCallId }) => toolCallId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('before the first message begins empty', async () => {
    const chat = await startTwo();
    await chat.sayIn(await chat.fork('m1'), 'Anew');
    assert.equal(chat.llm.requests[3]?.messages.length, 1);
  });

  it('of a fork still knows the messages it took over', async () => {
    const chat = await startTwo();
    const second = await chat.fork('m1', await chat.fork('m2'));
    await chat.sayIn(second, 'Anew');
    assert.equal(chat.llm.requests[3]?.messages.length, 1);
  });

  it('includes calls that the user ran before the message', async () => {
    const chat = await startAgent({ answers: [says('ok'), says('ok')] });
    await chat.say('!ls');
    await chat.sayIn(chat.sessionId, 'Why?', { messageId: 'm1' });
    await chat.sayIn(await chat.fork('m1'), 'How?');
    assert.match(texts(chat)[0] ?? '', /^The user ran core__bash [\s\S]*How\?$/);
  });

  it('rejects in words when the message is not known, was cleared, or never had an id', async () => {
    const chat = await startTwo();
    const words = /no longer in the context of the chat/;
    await assert.rejects(chat.fork('m9'), words);
    await assert.rejects(chat.fork(''), words);
    await chat.say('/clear');
    await assert.rejects(chat.fork('m1'), words);
    await assert.rejects(chat.fork('m1', 'no such session'), /Unknown session/);
  });

  it('rejects when the state cannot be restored, and opens nothing', async () => {
    const chat = await startTwo();
    const restore = () => fail(failure('snapshot_failed', 'The state is torn.'));
    Object.assign(chat.runner, { restore });
    await assert.rejects(chat.fork('m2'), /The state is torn\./);
  });

  it('is possible while the chat works', async () => {
    const chat = await startAgent({
      answers: [callsFor({ name: 'core__bash' }), says('ok'), says('ok')],
      run: async () => {
        await chat.sayIn(await chat.fork('m1'), 'Meanwhile');
        return {};
      },
      catalog,
    });
    await chat.sayIn(chat.sessionId, 'Go', { messageId: 'm1' });
    assert.deepEqual(
      chat.llm.requests.map(({ messages }) => messages.map(({ role }) => role)),
      [['user'], ['user'], ['user', 'assistant', 'tool']],
    );
  });
});
