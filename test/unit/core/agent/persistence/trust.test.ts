import assert from 'node:assert/strict';
import type { Json } from '../../../../../src/core/contracts/json';
import { says } from '../../../fakes/llm';
import { startAgent } from '../start-agent';

const bash = 'core__bash';

describe('decision 57: the trust levels of a chat', () => {
  it('are stored with it: another window has them, and a new chat has none', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, trust, conversations } = chat;
    await trust.set(sessionId, bash, 'untrusted');
    await chat.say('One');
    await trust.set(sessionId, 'mcp:files', 'provisional');
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(sessionId);
    assert.deepEqual(next.trust.levels(sessionId), {
      [bash]: 'untrusted',
      'mcp:files': 'provisional',
    });
    assert.equal(next.trust.levelOf(next.sessionId, bash).level, 'trusted');
  });

  it('are what the other window has set since, when the chat comes back', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, trust, conversations } = chat;
    await chat.say('One');
    await trust.set(sessionId, bash, 'untrusted');
    await chat.agent.closeSession({ sessionId });
    assert.equal(trust.levelOf(sessionId, bash).level, 'untrusted', 'while its last call ends');
    const other = await startAgent({ conversations, idPrefix: 'other' });
    await other.load(sessionId);
    await other.trust.set(sessionId, bash, 'provisional');
    await chat.load(sessionId);
    assert.equal(trust.levelOf(sessionId, bash).level, 'provisional');
  });

  it('are inherited by a fork as they are now; later changes are its own', async () => {
    const chat = await startAgent({ answers: [says('A'), says('B')] });
    const { sessionId, trust, conversations } = chat;
    await chat.sayIn(sessionId, 'One', { messageId: 'm1' });
    await chat.sayIn(sessionId, 'Two', { messageId: 'm2' });
    await trust.set(sessionId, bash, 'untrusted');
    const fork = await chat.fork('m2');
    await trust.set(sessionId, bash, 'trusted');
    assert.equal(trust.levelOf(fork, bash).level, 'untrusted');
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(fork);
    assert.equal(next.trust.levelOf(fork, bash).level, 'untrusted');
  });

  it('outlive /clear, and go with a chat that is deleted', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, trust, conversations } = chat;
    await chat.say('One');
    await trust.set(sessionId, bash, 'untrusted');
    await chat.say('/clear');
    assert.equal(trust.levelOf(sessionId, bash).level, 'untrusted');
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(sessionId);
    assert.equal(next.trust.levelOf(sessionId, bash).level, 'untrusted');
    await chat.agent.deleteSession({ sessionId });
    assert.deepEqual(trust.levels(sessionId), {});
  });

  it('are untrusted where they cannot be read', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, conversations } = chat;
    await chat.say('One');
    const stored = async (value: Json, window: string) => {
      const entry = { part: 'state', key: 'trust', value } as const;
      await conversations.write(sessionId, { put: [entry] });
      const next = await startAgent({ conversations, idPrefix: window });
      await next.load(sessionId);
      return next.trust.levelOf(sessionId, bash).level;
    };
    assert.equal(await stored({ [bash]: 'high' }, 'second'), 'untrusted');
    assert.equal(await stored({ [bash]: 'provisional' }, 'third'), 'provisional');
    assert.equal(await stored(7, 'fourth'), 'untrusted');
  });

  it('are untrusted where they are lost, and the chat says so', async () => {
    const chat = await startAgent({ answers: [says('A')] });
    const { sessionId, trust, conversations } = chat;
    await chat.say('One');
    await trust.set(sessionId, bash, 'untrusted');
    await conversations.write(sessionId, { remove: [{ part: 'state', key: 'trust' }] });
    const next = await startAgent({ conversations, idPrefix: 'next' });
    await next.load(sessionId);
    assert.deepEqual(next.trust.levels(sessionId), { 'built-in': 'untrusted' });
    assert.match(next.notices().join(), /Missing: the trust levels that you set/);
  });
});
