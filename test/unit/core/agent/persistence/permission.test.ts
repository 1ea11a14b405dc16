import assert from 'node:assert/strict';
import type { Json } from '../../../../../src/core/contracts/json';
import { says } from '../../../fakes/llm';
import { startAgent } from '../start-agent';

describe('decision 58: the permission level of a chat', () => {
  it('is that of the settings when it begins, and its own from then on', async () => {
    const chat = await startAgent({ answers: [says('A')], permissionLevel: 'ask' });
    const { sessionId, permission, conversations } = chat;
    assert.equal(permission.levelOf(sessionId), 'ask');
    await chat.say('One');
    await permission.set(sessionId, 'edits');
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(sessionId);
    assert.equal(next.permission.levelOf(sessionId), 'edits');
    assert.equal(next.permission.levelOf(next.sessionId), 'rules');
  });

  it('is kept when the setting has changed since, also if it was never set', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, conversations } = chat;
    await chat.say('One');
    const next = await startAgent({ conversations, idPrefix: 'next', permissionLevel: 'edits' });
    await next.load(sessionId);
    assert.equal(next.permission.levelOf(sessionId), 'rules');
  });

  it('is kept if it was set before the first message', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, permission, conversations } = chat;
    await permission.set(sessionId, 'ask');
    await chat.say('One');
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(sessionId);
    assert.equal(next.permission.levelOf(sessionId), 'ask');
  });

  it('is inherited by a fork as it is now; later changes are its own', async () => {
    const chat = await startAgent({ answers: [says('A'), says('B')] });
    const { sessionId, permission, conversations } = chat;
    await chat.sayIn(sessionId, 'One', { messageId: 'm1' });
    await chat.sayIn(sessionId, 'Two', { messageId: 'm2' });
    await permission.set(sessionId, 'edits');
    const fork = await chat.fork('m2');
    await permission.set(sessionId, 'ask');
    assert.equal(permission.levelOf(fork), 'edits');
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(fork);
    assert.equal(next.permission.levelOf(fork), 'edits');
  });

  it('outlives /clear', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, permission, conversations } = chat;
    await chat.say('One');
    await permission.set(sessionId, 'ask');
    await chat.say('/clear');
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(sessionId);
    assert.equal(next.permission.levelOf(sessionId), 'ask');
  });

  it('asks for everything where it cannot be read; an older chat follows the rules', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, conversations } = chat;
    await chat.say('One');
    const stored = async (value: Json, window: string) => {
      const entry = { part: 'state', key: 'chat', value } as const;
      await conversations.write(sessionId, { put: [entry] });
      const next = await startAgent({ conversations, idPrefix: window });
      await next.load(sessionId);
      return next.permission.levelOf(sessionId);
    };
    assert.equal(await stored({ schema: 1, permission: 'anything' }, 'second'), 'ask');
    assert.equal(await stored({ schema: 1, permission: 'edits' }, 'third'), 'edits');
    assert.equal(await stored({ schema: 1 }, 'fourth'), 'rules');
    assert.equal(await stored(7, 'fifth'), 'ask');
  });
});
