import assert from 'node:assert/strict';
import type { SessionUpdate } from '../../../../../src/core/contracts/chats/acp';
import { createChatWorld, fileAttachment, type ChatWorld } from '../chat-world';

describe('what a chat has used', () => {
  let world: ChatWorld;
  beforeEach(async () => {
    world = createChatWorld();
    await world.send('one');
  });

  const meta = { inputTokens: 900, outputTokens: 40, estimated: true };
  const update: SessionUpdate = {
    sessionUpdate: 'usage_update',
    used: 1200,
    size: 128_000,
    cost: { amount: 0.25, currency: 'USD' },
    _meta: { gatehouse: meta },
  };
  const shown = { usedTokens: 1200, contextTokens: 128_000 };

  it('is unknown before the first answer, and then of the active chat', () => {
    assert.equal('usage' in world.chats.state(), false);
    world.update(update);
    assert.deepEqual(world.chats.state().usage, { ...shown, ...meta, cost: 0.25 });
    assert.deepEqual(world.seen.changes.at(-1), { op: 'state', state: stateOfUsage() });
    world.chats.create();
    assert.equal(world.chats.state().usage, undefined);
  });

  /** What may be long goes only with its own changes. */
  function stateOfUsage(): object {
    const { draft: _d, draftCount: _n, ...state } = world.chats.state();
    const { changes: _c, moreChanges: _m, ...rest } = state;
    return rest;
  }

  it('knows what is reserved for the answer, unless that is nonsense', () => {
    const withReserve = (reservedTokens: unknown): SessionUpdate => ({
      ...update,
      _meta: { gatehouse: { ...meta, reservedTokens } },
    });
    world.update(withReserve(8192));
    assert.equal(world.chats.state().usage?.reservedTokens, 8192);
    world.update(withReserve('much'));
    assert.deepEqual(world.chats.state().usage, { ...shown, ...meta, cost: 0.25 });
  });

  it('takes what agents say that know no `_meta`', () => {
    world.update({ sessionUpdate: 'usage_update', used: 1200, size: 128_000 });
    const rest = { inputTokens: 0, outputTokens: 0, estimated: false };
    assert.deepEqual(world.chats.state().usage, { ...shown, ...rest });
  });

  it('shows no cost in another currency, and keeps the last numbers for nonsense', () => {
    world.update({ ...update, cost: { amount: 3, currency: 'EUR' } });
    assert.deepEqual(world.chats.state().usage, { ...shown, ...meta });
    world.update({ ...update, used: Number.NaN });
    world.update({ ...update, size: -1 });
    assert.deepEqual(world.chats.state().usage, { ...shown, ...meta });
  });
});

describe('/clear', () => {
  let world: ChatWorld;
  beforeEach(async () => {
    world = createChatWorld();
    world.chats.active.attach(fileAttachment('a.ts'));
    await world.send('one');
    world.update({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'npm test' });
    await world.end();
    await world.send('/clear');
    world.notice('Cleared by the agent.');
  });

  function types(): readonly string[] {
    return world.items().map(({ type }) => type);
  }

  it('empties the transcript once the agent has answered, and leaves one notice', async () => {
    assert.equal(types().length, 4);
    await world.end();
    assert.deepEqual(types(), ['notice']);
    assert.match(world.lastText(), /^Cleared: /);
    assert.equal(world.seen.resets, 1);
    assert.equal(world.chats.active.transcript.card('c1'), undefined);
    assert.equal(world.chats.active.sent.size, 0);
    assert.equal(world.chats.active.sessionId, 's1', 'the session goes on');
  });

  it('continues with the queue, which names the chat again and has its own id', async () => {
    await world.send('two');
    await world.end();
    assert.deepEqual(types(), ['notice', 'user']);
    assert.equal(world.chats.active.title, 'two');
    const ids = world.agent.turns.map(({ request }) => request._meta?.['gatehouse']);
    assert.equal(new Set(ids.map((id) => JSON.stringify(id))).size, 3);
  });

  it('leaves everything when it is stopped or fails', async () => {
    world.chats.active.stop();
    await world.end('cancelled');
    assert.ok(types().length >= 4);
    await world.send('/clear');
    world.agent.turns.at(-1)?.fail(new Error('no'));
    await world.send('');
    assert.ok(types().length >= 4);
    assert.equal(world.seen.resets, 0);
  });

  it('does not redraw a chat that is not active', async () => {
    world.chats.create();
    const { resets } = world.seen;
    await world.end();
    assert.equal(world.seen.resets, resets);
    world.chats.select('chat-1');
    assert.deepEqual(types(), ['notice']);
  });

  it('is only the whole word', async () => {
    await world.end();
    await world.send('/clear all of it');
    await world.end();
    assert.deepEqual(types(), ['notice', 'user']);
  });
});

describe('a typed command without a model', () => {
  for (const typed of ['/clear', '/context', '/cost', '/tool grep {}', '!ls']) {
    it(`is sent: ${typed}`, async () => {
      const world = createChatWorld();
      world.chosen.model = '';
      await world.send(typed);
      assert.deepEqual(world.sentTexts(), [typed]);
    });
  }
  for (const typed of ['/compact', '/clearly', '/etc/hosts', 'clear']) {
    it(`is not sent: ${typed}`, async () => {
      const world = createChatWorld();
      world.chosen.model = '';
      await world.send(typed);
      assert.deepEqual(world.sentTexts(), []);
      assert.equal(world.chats.active.draft.text, typed);
    });
  }
});
