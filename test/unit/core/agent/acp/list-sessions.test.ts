import assert from 'node:assert/strict';
import { failure, succeed } from '../../../../../src/core/contracts/failure';
import { createFakeConversations } from '../../../fakes/conversations';
import { says } from '../../../fakes/llm';
import { startAgent } from '../start-agent';

async function threeChats() {
  const conversations = createFakeConversations();
  const answers = [says('A chart.'), says('A cart.'), says('Nothing.')];
  const chat = await startAgent({ conversations, answers });
  await chat.say('First work');
  const cwds = ['/repo', '/other'];
  for (const [index, cwd] of cwds.entries()) {
    const { sessionId } = await chat.agent.newSession({ cwd, mcpServers: [] });
    await chat.sayIn(sessionId, `Work ${String(index + 2)}`);
  }
  const list = async (gatehouse: Readonly<Record<string, unknown>> = {}, more: object = {}) =>
    chat.agent.listSessions({ ...more, _meta: { gatehouse } });
  return { chat, conversations, list };
}

describe('ACP session/list', () => {
  it('names the stored chats, newest first, with what they cost and when they changed', async () => {
    const { chat, list } = await threeChats();
    const { sessions, nextCursor } = await list();
    assert.deepEqual(
      sessions.map(({ title, cwd }) => [title, cwd]),
      [
        ['Work 3', '/other'],
        ['Work 2', '/repo'],
        ['First work', '/repo'],
      ],
    );
    assert.equal(nextCursor, undefined);
    const first = sessions.at(-1);
    assert.ok(first);
    assert.equal(first.sessionId, chat.sessionId);
    assert.match(first.updatedAt ?? '', /^2026-01-02T\d\d:\d\d:\d\d\.000Z$/);
    const meta = first._meta?.['gatehouse'];
    assert.deepEqual(Object.keys(meta ?? {}).sort(), ['createdAt', 'messages', 'tokens']);
  });

  it('continues by its cursor, in pages of the size that is asked for', async () => {
    const { list } = await threeChats();
    const first = await list({ limit: 2 });
    assert.equal(first.sessions.length, 2);
    const second = await list({ limit: 2 }, { cursor: first.nextCursor });
    assert.deepEqual(
      second.sessions.map(({ title }) => title),
      ['First work'],
    );
    assert.equal(second.nextCursor, undefined);
  });

  it('finds chats by what was said, and by their folder', async () => {
    const { list } = await threeChats();
    const found = await list({ text: ' CART ' });
    assert.deepEqual(
      found.sessions.map(({ title, _meta }) => [title, JSON.stringify(_meta).includes('A cart.')]),
      [['Work 2', true]],
    );
    assert.equal((await list({}, { cwd: '/other' })).sessions.length, 1);
  });

  it('takes no request for more than 200, nor one that is no number', async () => {
    const { chat, conversations } = await threeChats();
    const limits: number[] = [];
    const list: typeof conversations.list = (query) => {
      limits.push(query.limit);
      return Promise.resolve(succeed({ conversations: [] }));
    };
    Object.assign(conversations, { list });
    for (const limit of [1_000_000, 0, -1, 'x', undefined]) {
      await chat.agent.listSessions({ _meta: { gatehouse: { limit } } });
    }
    assert.deepEqual(limits, [200, 1, 50, 50, 50]);
  });

  it('rejects in words when the store fails', async () => {
    const { conversations, list } = await threeChats();
    conversations.broken = failure('execution', 'The disk is gone.');
    await assert.rejects(list(), /cannot be listed: The disk is gone\./);
  });
});

describe('ACP session/delete', () => {
  it('stops what runs, deletes what is stored, and nothing of it is written any more', async () => {
    const conversations = createFakeConversations();
    const chat = await startAgent({
      conversations,
      answers: [
        async function* () {
          await chat.agent.deleteSession({ sessionId: chat.sessionId });
          yield* says('Too late.');
        },
      ],
    });
    assert.equal(await chat.say('Go'), 'cancelled');
    assert.deepEqual(conversations.deleted, [chat.sessionId]);
    chat.clock.advance(60_000);
    assert.equal(conversations.stored(chat.sessionId), undefined);
    assert.ok(chat.runner.asked.includes(`reset ${chat.sessionId}`));
    await assert.rejects(chat.say('Still there?'), /Unknown session/);
  });

  it('ACP: is no error for a session that is not there', async () => {
    const chat = await startAgent({});
    assert.deepEqual(await chat.agent.deleteSession({ sessionId: 'nobody' }), {});
  });

  it('rejects in words when it fails', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    await chat.say('Go');
    chat.conversations.broken = failure('execution', 'The disk is gone.');
    const deleted = chat.agent.deleteSession({ sessionId: chat.sessionId });
    await assert.rejects(deleted, /not deleted: The disk is gone\./);
  });
});
