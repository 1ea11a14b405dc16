import assert from 'node:assert/strict';
import { pendingApproval } from '../approvals';
import { createChatWorld, settled, type ChatWorld } from '../chat-world';

describe('Chats', () => {
  let world: ChatWorld;
  let agent: ChatWorld['agent'];
  let approvals: ChatWorld['approvals'];
  let chats: ChatWorld['chats'];
  let items: ChatWorld['items'];
  let lastText: ChatWorld['lastText'];
  let send: ChatWorld['send'];
  let sentTexts: ChatWorld['sentTexts'];

  beforeEach(() => {
    world = createChatWorld();
    ({ agent, approvals, chats, items, lastText, send, sentTexts } = world);
  });

  describe('closing a chat', () => {
    it('stops it, takes it from the list and lets its session go', async () => {
      await send('first');
      const first = chats.active.id;
      chats.create();
      await send('second');
      chats.close();
      await settled();
      assert.deepEqual(world.closed, ['s2']);
      assert.deepEqual(agent.cancelled, [{ sessionId: 's2' }]);
      assert.equal(chats.active.id, first);
      assert.deepEqual(
        chats.summaries().map(({ title, running }) => ({ title, running })),
        [{ title: 'first', running: true }],
      );
    });

    it('lets a session go that is opened only after it', async () => {
      chats.active.send('first');
      chats.close();
      await settled();
      assert.deepEqual(world.closed, ['s1']);
      assert.equal(agent.turns.length, 0);
      assert.deepEqual(world.warnings, []);
    });

    it('leaves a new one when it was the last, and nothing to let go when it never began', () => {
      const before = chats.active.id;
      chats.close();
      assert.notEqual(chats.active.id, before);
      assert.equal(chats.summaries().length, 1);
      assert.deepEqual(world.closed, []);
    });
  });

  describe('a turn', () => {
    it('opens a session in the folder and sends the prompt with the chosen model', async () => {
      await send('  hello\nthere ');
      assert.deepEqual(agent.sessions, [{ cwd: '/w', mcpServers: [] }]);
      assert.deepEqual(agent.turns[0]?.request, {
        sessionId: 's1',
        prompt: [{ type: 'text', text: 'hello\nthere' }],
        _meta: { gatehouse: { model: 'replay', messageId: '#1' } },
      });
      assert.equal(chats.active.title, 'hello');
      assert.equal(chats.active.isRunning, true);
      agent.turns[0].end('end_turn');
      await settled();
      assert.equal(chats.active.isRunning, false);
    });

    it('keeps the session and the title for the next prompt', async () => {
      await send('one');
      agent.turns[0]?.end('end_turn');
      await settled();
      await send('two');
      assert.equal(agent.sessions.length, 1);
      assert.equal(chats.active.title, 'one');
    });

    it('shows updates that come before session/new has answered', async () => {
      chats.active.send('hello');
      world.directory.sessionUpdate({
        sessionId: 's1',
        update: {
          sessionUpdate: 'agent_message_chunk',
          content: { type: 'text', text: 'early' },
        },
      });
      await settled();
      assert.equal(lastText(), 'early');
    });

    it('drops updates of sessions that are never opened, and logs this', () => {
      world.directory.sessionUpdate({
        sessionId: 'ghost',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } },
      });
      assert.equal(world.warnings.length, 1);
      assert.equal(items().length, 0);
    });

    it('turns an error of the agent into a notice, and nothing hangs', async () => {
      await send('hello');
      await send('queued');
      agent.turns[0]?.fail(new Error('The server is down'));
      await settled();
      assert.match(lastText(), /^The turn failed: The server is down\. /);
      assert.equal(chats.active.isRunning, false);
      assert.equal(chats.active.draft.text, 'queued');
    });

    it('turns a session that cannot be opened into a notice', async () => {
      agent.refuse = new Error('no');
      await send('hello');
      assert.match(lastText(), /^The turn failed: no\. /);
      assert.equal(chats.active.isRunning, false);
    });

    it('says why a turn ended early', async () => {
      await send('hello');
      agent.turns[0]?.end('max_tokens');
      await settled();
      assert.match(lastText(), /token limit/);
    });
  });

  describe('without a model', () => {
    beforeEach(() => {
      world.chosen.model = '';
    });

    it('refuses a prompt, asks for a model and gives the text back', async () => {
      await send('fix it');
      assert.equal(agent.turns.length, 0);
      assert.equal(chats.state().wantsModel, true);
      assert.equal(lastText(), '');
      assert.equal(chats.active.draft.text, 'fix it');
      assert.ok(
        world.seen.changes.some(
          (change) => change.op === 'state' && change.state.draft === 'fix it',
        ),
      );
    });

    it('no longer asks once a message was sent', async () => {
      await send('fix it');
      world.chosen.model = 'replay';
      await send('fix it');
      assert.equal(chats.state().wantsModel, false);
    });

    it('decision 37: runs !command and /tool through the agent', async () => {
      await send('!npm test');
      agent.turns[0]?.end('end_turn');
      await settled();
      await send('/tool grep {"pattern":"TODO"}');
      assert.deepEqual(sentTexts(), ['!npm test', '/tool grep {"pattern":"TODO"}']);
      assert.deepEqual(agent.turns[0]?.request._meta, {
        gatehouse: { model: '', messageId: '#1' },
      });
    });

    it('takes /toolbox for a prompt', async () => {
      await send('/toolbox');
      assert.equal(agent.turns.length, 0);
    });
  });

  describe('the queue', () => {
    it('shows a message sent during a turn and sends it when the turn ends', async () => {
      await send('one');
      await send('two');
      assert.deepEqual(chats.state().queued, [{ queuedId: 'chat-1/1', text: 'two' }]);
      assert.deepEqual(sentTexts(), ['one']);
      agent.turns[0]?.end('end_turn');
      await settled();
      assert.deepEqual(sentTexts(), ['one', 'two']);
      assert.deepEqual(chats.state().queued, []);
    });

    it('gives a queued message back', async () => {
      await send('one');
      await send('two');
      chats.active.queue.unqueue('chat-1/1');
      chats.active.queue.unqueue('chat-1/7');
      assert.deepEqual(chats.state().queued, []);
      assert.equal(chats.active.draft.text, 'two');
    });
  });

  describe('stop', () => {
    it('cancels the turn, its approvals and its cards, and keeps queued messages as the draft', async () => {
      await send('one');
      await send('two');
      const { approvalId: _id, ...pending } = pendingApproval();
      const answer = approvals.add(pending);
      assert.equal(chats.summaries()[0]?.pending, 1);
      chats.active.stop();
      assert.deepEqual(await answer, { answer: 'cancelled' });
      assert.deepEqual(agent.cancelled, [{ sessionId: 's1' }]);
      const card = items().find(({ type }) => type === 'call');
      assert.ok(card?.type === 'call' && card.status === 'cancelled');
      agent.turns[0]?.end('cancelled');
      await settled();
      assert.equal(chats.active.isRunning, false);
      assert.equal(lastText(), 'Stopped. Your queued message is back in the input.');
      assert.equal(chats.active.draft.text, 'two');
      assert.deepEqual(sentTexts(), ['one']);
    });

    it('gives up on an agent that never confirms, and ignores its late answer', async () => {
      await send('one');
      chats.active.stop();
      world.clock.advance(10_000);
      assert.equal(chats.active.isRunning, false);
      await send('two');
      agent.turns[0]?.end('end_turn');
      await settled();
      assert.equal(chats.active.isRunning, true);
    });

    it('does not start a turn that was stopped before its session was open', async () => {
      chats.active.send('one');
      chats.active.stop();
      await settled();
      assert.equal(agent.turns.length, 0);
      assert.equal(chats.active.isRunning, false);
    });

    it('stops every chat', async () => {
      await send('one');
      chats.create();
      await send('two');
      chats.stopAll();
      assert.deepEqual(agent.cancelled.map(({ sessionId }) => sessionId).sort(), ['s1', 's2']);
    });
  });

  describe('an approval whose call continued without the user', () => {
    const statuses = ['in_progress', 'failed', 'completed'] as const;
    for (const status of statuses) {
      it(`is dropped at once by a ${status} update of its call`, async () => {
        await send('one');
        const { approvalId: _id, ...pending } = pendingApproval();
        const answer = approvals.add(pending);
        world.directory.sessionUpdate({
          sessionId: 's1',
          update: { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status },
        });
        assert.deepEqual(approvals.list(), []);
        assert.deepEqual(await answer, { answer: 'cancelled' });
        assert.equal(chats.summaries()[0]?.pending, 0);
        const card = items().find(({ type }) => type === 'call');
        assert.ok(card?.type === 'call' && card.approval === undefined);
      });
    }

    it('takes nothing from other calls, other chats, and calls that still wait', async () => {
      await send('one');
      const { approvalId: _id, ...pending } = pendingApproval();
      void approvals.add(pending);
      void approvals.add({ ...pending, sessionId: 's2' });
      const update = { sessionUpdate: 'tool_call_update' } as const;
      for (const more of [
        { toolCallId: 'c2', status: 'failed' as const },
        { toolCallId: 'c1', status: 'pending' as const },
        { toolCallId: 'c1', title: 'other' },
      ]) {
        world.directory.sessionUpdate({ sessionId: 's1', update: { ...update, ...more } });
      }
      assert.equal(approvals.list().length, 2);
    });
  });

  describe('a session asked for before the first message', () => {
    it('is opened once, and the first message uses it', async () => {
      const both = await Promise.all([chats.active.session(), chats.active.session()]);
      await send('one');
      assert.deepEqual(both, ['s1', 's1']);
      assert.equal(agent.sessions.length, 1);
      assert.equal(agent.turns[0]?.request.sessionId, 's1');
    });

    it('can be asked for again after the agent refused it', async () => {
      agent.refuse = new Error('no');
      await assert.rejects(chats.active.session());
      delete agent.refuse;
      assert.equal(await chats.active.session(), 's1');
    });
  });

  describe('several chats', () => {
    it('leaves a running chat running and shows only the active one', async () => {
      await send('one');
      chats.create();
      assert.equal(world.seen.resets, 1);
      world.seen.changes.length = 0;
      world.directory.sessionUpdate({
        sessionId: 's1',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } },
      });
      assert.deepEqual(world.seen.changes, []);
      assert.deepEqual(
        chats.summaries().map(({ title, running }) => ({ title, running })),
        [
          { title: 'New chat', running: false },
          { title: 'one', running: true },
        ],
      );
      assert.equal(chats.select('chat-1'), true);
      assert.equal(lastText(), 'x');
      assert.equal(chats.select('chat-9'), false);
    });

    it('uses an empty chat again instead of piling them up', () => {
      chats.create();
      assert.equal(chats.summaries().length, 1);
    });

    it('keeps a draft per chat, and does not echo it to the page that typed it', async () => {
      await send('one');
      world.seen.changes.length = 0;
      chats.saveDraft('half a thou');
      agent.turns[0]?.end('end_turn');
      await settled();
      assert.ok(
        world.seen.changes.every((change) => change.op !== 'state' || !('draft' in change.state)),
      );
      chats.create();
      assert.equal(chats.state().draft, '');
      chats.select('chat-1');
      assert.equal(chats.state().draft, 'half a thou');
    });

    it('counts the changes of a draft by the host, and none by the page that types it', async () => {
      await send('one');
      const { draftCount } = chats.state();
      chats.saveDraft('typed');
      chats.wasReset(chats.active);
      assert.equal(chats.state().draftCount, draftCount);
      chats.active.addToDraft('from the editor');
      chats.stateChanged();
      assert.equal(chats.state().draftCount, draftCount + 1);
    });

    it('counts the approvals of each chat', async () => {
      await send('one');
      chats.create();
      const { approvalId: _id, ...pending } = pendingApproval();
      void approvals.add(pending);
      assert.deepEqual(
        chats.summaries().map((chat) => chat.pending),
        [0, 1],
      );
    });
  });
});
