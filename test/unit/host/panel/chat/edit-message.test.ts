import assert from 'node:assert/strict';
import type { CallItem, UserItem } from '../../../../../src/core/contracts/panel/state';
import {
  createChatWorld,
  fileAttachment,
  pngAttachment,
  settled,
  type ChatWorld,
} from '../chat-world';

describe('editing an earlier message', () => {
  let world: ChatWorld;
  beforeEach(async () => {
    world = createChatWorld();
    await world.send('first');
    world.say('answer one');
    await world.end();
    world.chats.active.attach(fileAttachment('a.ts'));
    await world.send('second');
    world.say('answer two');
    await world.end();
  });

  function user(text: string): UserItem {
    const item = world.items().find((each) => each.type === 'user' && each.text === text);
    assert.ok(item?.type === 'user');
    return item;
  }

  function texts(): readonly unknown[] {
    return world.items().map((item) => 'text' in item && item.text);
  }

  async function edit(text: string, to: string): Promise<void> {
    await world.edit(user(text).id, to);
    await settled();
  }

  it('of a chat that is closed meanwhile holds up no later edit', async () => {
    const first = user('first').id;
    await world.send('third');
    const lost = world.edit(first, 'never sent');
    world.chats.close();
    await lost;
    await world.send('other');
    await world.end();
    await edit('other', 'better');
    assert.equal(world.lastText(), 'better');
    assert.deepEqual(world.told, []);
  });

  it('begins a chat with what stood before it, under the title of the old one', async () => {
    await edit('second', 'better');
    assert.deepEqual(world.agent.forks, [
      {
        sessionId: 's1',
        cwd: '/w',
        mcpServers: [],
        _meta: { gatehouse: { beforeMessage: '#2' } },
      },
    ]);
    assert.deepEqual(texts(), ['first', 'answer one', 'better']);
    assert.deepEqual(
      world.chats.summaries().map(({ title }) => title),
      ['first (2)', 'first'],
    );
    const sent = world.agent.turns[2]?.request;
    assert.equal(sent?.sessionId, 'f1');
    assert.deepEqual(
      sent.prompt.map(({ type }) => type),
      ['text', 'resource'],
      'what went with the message goes along',
    );
  });

  it('leaves the old chat as it is', async () => {
    const [before, state] = [texts(), world.chats.active.id];
    await edit('first', 'other');
    assert.deepEqual(texts(), ['other']);
    world.chats.select(state);
    assert.deepEqual(texts(), before);
    assert.equal(world.chats.active.sessionId, 's1');
    assert.deepEqual(world.closed, []);
  });

  it('gives new messages ids that no copied one has, so that a copy can be edited, too', async () => {
    await edit('second', 'better');
    await world.end();
    const ids = world.items().map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    await edit('better', 'best');
    await world.end();
    await edit('first', 'new');
    assert.deepEqual(
      world.agent.forks.map(({ sessionId, _meta }) => [sessionId, _meta?.['gatehouse']]),
      [
        ['s1', { beforeMessage: '#2' }],
        ['f1', { beforeMessage: '#3' }],
        ['f2', { beforeMessage: '#1' }],
      ],
    );
    assert.equal(world.chats.active.title, 'first (4)');
  });

  it('stops a chat that runs, and waits for it; queued messages become its draft', async () => {
    const old = world.chats.active;
    await world.send('third');
    await world.send('queued');
    const edited = world.edit(user('first').id, 'other');
    await settled();
    assert.deepEqual(world.agent.cancelled, [{ sessionId: 's1' }]);
    assert.deepEqual(world.agent.forks, []);
    await world.end('cancelled');
    await edited;
    assert.equal(world.agent.forks.length, 1);
    assert.equal(old.draft.text, 'queued');
    assert.equal(old.isRunning, false);
    assert.notEqual(world.chats.active, old);
  });

  it('keeps text and context in the draft when the agent refuses, and says why', async () => {
    world.agent.refuse = new Error('There is no such message any more');
    await edit('second', 'better');
    assert.match(world.lastText(), /no such message any more\. Its text is in the input\.$/);
    assert.equal(world.chats.active.draft.text, 'better');
    assert.deepEqual(
      world.chats.state().attachments.map(({ label }) => label),
      ['a.ts'],
    );
    assert.equal(world.chats.summaries().length, 1);
  });

  it('keeps the text when no model is chosen, and begins nothing', async () => {
    world.chosen.model = '';
    await edit('second', 'better');
    assert.equal(world.chats.state().wantsModel, true);
    assert.equal(world.chats.active.draft.text, 'better');
    assert.deepEqual(world.agent.forks, []);
  });

  it('is one at a time: a doubled click makes one chat', async () => {
    await Promise.all([world.edit('#2', 'better'), world.edit('#2', 'better')]);
    assert.equal(world.agent.forks.length, 1);
    assert.equal(world.told.length, 1);
  });

  it('shows what the agent says of the new session before it has answered', async () => {
    const edited = world.edit('#2', 'better');
    const usage = { sessionUpdate: 'usage_update', used: 5, size: 100 } as const;
    world.directory.sessionUpdate({ sessionId: 'f1', update: usage });
    await edited;
    assert.equal(world.chats.state().usage?.usedTokens, 5);
    assert.deepEqual(world.warnings, []);
  });

  it('needs no fork when the first message never reached an agent', async () => {
    world = createChatWorld();
    world.agent.refuse = new Error('no');
    world.chats.active.attach(pngAttachment());
    await world.send('first');
    delete world.agent.refuse;
    await edit('first', 'other');
    assert.deepEqual(world.agent.forks, []);
    assert.equal(world.agent.turns[0]?.request.sessionId, 's1');
    assert.equal(world.agent.turns[0].request.prompt.length, 2);
  });

  it('is possible for a message that begins with a path', async () => {
    await world.send('/etc/hosts is wrong');
    assert.equal(user('/etc/hosts is wrong').canEdit, true);
  });

  describe('is not possible', () => {
    for (const typed of ['!npm test', '/tool grep {"pattern":"x"}', '/compact', '/nonsense']) {
      it(`for ${typed}`, async () => {
        await world.send(typed);
        await world.end();
        assert.equal(user(typed).canEdit, undefined);
        await edit(typed, 'x');
        assert.deepEqual(world.agent.forks, []);
        assert.deepEqual(world.told, ['This message can no longer be edited.']);
      });
    }

    it('for what is no message, whatever the page says', async () => {
      for (const id of ['#i1', 'c1', '', '__proto__', 'chat-1']) await world.edit(id, 'x');
      assert.equal(world.told.length, 5);
      assert.deepEqual(world.agent.forks, []);
    });

    it('for an empty text', async () => {
      await edit('second', ' \n');
      assert.deepEqual(world.agent.forks, []);
    });
  });

  describe('cards in the copy', () => {
    function card(): CallItem {
      const item = world.items().find(({ type }) => type === 'call');
      assert.ok(item?.type === 'call');
      return item;
    }

    beforeEach(async () => {
      await world.send('third');
      world.update({
        sessionUpdate: 'tool_call',
        toolCallId: 'c1',
        title: 'npm start',
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: 'listening' } }],
        rawInput: { command: 'npm start' },
        _meta: {
          gatehouse: {
            tool: 'core__bash',
            background: 'bg1',
            waitsForInput: true,
            overflowId: 'o1',
          },
        },
      });
      await world.end();
      await world.send('fourth');
      await world.end();
      await edit('fourth', 'other');
    });

    it('say what was done, and offer nothing that only the old chat can do', () => {
      const { status, text, background, waitsForInput } = card();
      assert.deepEqual(
        { status, text, background, waitsForInput },
        {
          status: 'completed',
          text: 'listening',
          background: undefined,
          waitsForInput: undefined,
        },
      );
    });

    it('know the session that holds their whole output', () => {
      assert.equal(world.chats.active.transcript.card('c1')?.sessionId, 's1');
    });

    it('change nothing on the old ones', () => {
      world.chats.select('chat-1');
      assert.equal(card().background, 'bg1');
    });
  });
});
