import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readOpenChats } from '../../../../../src/host/panel/history/stored-chats';
import { changedFile } from '../../../fakes/file-changes';
import { settled } from '../chat-world';
import {
  call,
  conversation,
  createStoredWorld,
  said,
  userChunk,
  type StoredWorld,
} from '../stored-world';

const left = {
  active: 1,
  chats: [
    { sessionId: 's-new', title: 'Newer', draft: '' },
    { sessionId: 's-old', title: 'Fix the cart', draft: 'and the tests' },
    { title: 'New chat', draft: 'not sent' },
  ],
};

describe('stored chats', () => {
  let world: StoredWorld;

  function start(remembered?: unknown) {
    world = createStoredWorld(remembered);
    return world.makeStored();
  }

  describe('what was open when the window was left', () => {
    it('is there again, in order, with titles and drafts; only the active one is loaded', () => {
      start(left);
      const { chats, agent } = world;
      assert.deepEqual(
        chats.summaries().map(({ title }) => title),
        ['Newer', 'Fix the cart', 'New chat'],
      );
      assert.equal(chats.active.title, 'Fix the cart');
      assert.equal(chats.state().draft, 'and the tests');
      assert.deepEqual(world.shown(), ['notice Loading…']);
      return settled().then(() => {
        assert.deepEqual(
          agent.loads.map(({ request }) => request),
          [{ sessionId: 's-old', cwd: '/w', mcpServers: [] }],
        );
      });
    });

    it('loads another when it is selected, once', async () => {
      start(left);
      await settled();
      const [newer] = world.chats.summaries();
      world.chats.select(newer?.id ?? '');
      world.chats.select(newer?.id ?? '');
      await settled();
      assert.deepEqual(
        world.agent.loads.map(({ request }) => request.sessionId),
        ['s-old', 's-new'],
      );
    });

    it('stays behind what was begun before the panel was shown', async () => {
      world = createStoredWorld(left);
      await world.send('first');
      world.makeStored();
      await settled();
      assert.equal(world.chats.active.title, 'first');
      assert.equal(world.chats.summaries().length, 4);
      assert.equal(world.agent.loads.length, 0);
    });

    it('is kept when it changes and rests, and when the window goes', async () => {
      const stored = start();
      world.chats.saveDraft('half a sen');
      world.chats.saveDraft('half a sentence');
      assert.deepEqual(world.kept, []);
      world.clock.advance(500);
      await world.send('Fix it');
      stored.dispose();
      assert.deepEqual(world.kept, [
        { active: 0, chats: [{ title: 'New chat', draft: 'half a sentence' }] },
        { active: 0, chats: [{ sessionId: 's1', title: 'Fix it', draft: '' }] },
      ]);
      assert.equal(world.claims.isClosed, true);
    });

    it('is read whatever it contains', () => {
      fc.assert(
        fc.property(fc.anything(), fc.array(fc.anything()), (value, chats) => {
          assert.ok(Array.isArray(readOpenChats(value)));
          for (const chat of readOpenChats({ active: value, chats })) {
            assert.equal(typeof chat.title, 'string');
          }
        }),
      );
      const twice = { sessionId: 's', title: 'x', draft: '' };
      assert.equal(readOpenChats({ active: 0, chats: [twice, twice, { title: 5 }] }).length, 1);
    });

    it('is found where a window died before it could remember, and the newest is loaded', async () => {
      world = createStoredWorld();
      world.leftBehind.push('s-new', 's-gone', 's-old');
      for (const id of ['s-new', 's-old']) world.conversations.set(id, conversation(id, []));
      world.makeStored();
      await settled();
      assert.deepEqual(
        world.chats.summaries().map(({ title }) => title),
        ['Chat s-new', 'Chat s-old'],
      );
      assert.equal(world.chats.active.title, 'Chat s-new');
      assert.deepEqual(
        world.agent.loads.map(({ request }) => request.sessionId),
        ['s-new'],
      );
    });

    it('is not shown in the place of the open page when it was found too late', async () => {
      world = createStoredWorld();
      world.leftBehind.push('s-new');
      world.conversations.set('s-new', conversation('s-new', []));
      let answer: () => void = () => undefined;
      const { read } = world.port;
      world.port.read = async (id) => {
        await new Promise<void>((resolve) => (answer = resolve));
        return read(id);
      };
      const { found } = world.makeStored();
      await settled();
      const before = world.chats.active;
      world.clock.advance(10_000);
      await found;
      answer();
      await settled();
      assert.equal(world.chats.active, before);
      assert.ok(world.chats.summaries().some(({ title }) => title === 'Chat s-new'));
    });

    it('is not put before what was begun meanwhile, nor shown twice', async () => {
      world = createStoredWorld(left);
      world.leftBehind.push('s-new', 's-old', 's-other');
      world.conversations.set('s-other', conversation('s-other', []));
      world.makeStored();
      await settled();
      assert.equal(world.chats.active.title, 'Fix the cart');
      assert.equal(world.chats.summaries().length, 4);
    });

    it('names no chat twice that is open already', async () => {
      world = createStoredWorld({
        active: 0,
        chats: [{ sessionId: 's1', title: 'x', draft: '' }],
      });
      await world.send('first');
      world.makeStored();
      assert.equal(world.chats.summaries().length, 1);
    });
  });

  describe('loading', () => {
    const shown = [
      userChunk('#1', 'Fix the cart'),
      said('a1', 'I look.'),
      call('c1', { content: [{ type: 'terminal', terminalId: 't1' }] }),
      userChunk('#4', 'Go on'),
      said('a2', 'Done.'),
    ];

    it('shows all at once when it is there, and the chat continues', async () => {
      start().open('s-old', 'Fix the cart');
      await settled();
      const before = world.seen.changes.length;
      world.replay(shown);
      assert.deepEqual(world.shown(), ['notice Loading…']);
      assert.ok(world.seen.changes.slice(before).every(({ op }) => op === 'state'));
      await world.endLoad();
      assert.deepEqual(world.shown(), [
        'user Fix the cart',
        'assistant I look.',
        'call c1',
        'user Go on',
        'assistant Done.',
      ]);
      await world.send('and the tests');
      const [turn] = world.agent.turns;
      assert.equal(turn?.request.sessionId, 's-old');
      assert.deepEqual(turn.request._meta, { gatehouse: { model: 'replay', messageId: '#5' } });
    });

    it('keeps the ids of messages, by which the agent forks; new ids are behind them', async () => {
      start().open('s-old', 'Fix the cart');
      await settled();
      world.replay(shown);
      await world.endLoad();
      await world.edit('#4', 'Go on, please');
      await settled();
      assert.deepEqual(world.agent.forks[0]?._meta, { gatehouse: { beforeMessage: '#4' } });
      const ids = world.chats.active.items.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.includes('#1') && ids.includes('#5'));
    });

    it('offers no terminal of a window that is gone, and settles what never ended', async () => {
      start().open('s-old', 'x');
      await settled();
      world.replay([
        ...shown,
        call('c2', { status: 'in_progress', _meta: { gatehouse: { background: 'bg1' } } }),
      ]);
      await world.endLoad();
      const { transcript } = world.chats.active;
      assert.equal(transcript.card('c1')?.item.terminalId, undefined);
      assert.equal(transcript.card('c2')?.item.status, 'cancelled');
      assert.equal(transcript.card('c2')?.item.background, undefined);
      assert.equal(transcript.card('c1')?.item.status, 'completed');
    });

    it('offers the undo of files again where copies are kept', async () => {
      start().open('s-old', 'x');
      await settled();
      world.replay([call('c1', { kind: 'edit' })]);
      const keepFiles = world.fileChanges.keepFiles.bind(world.fileChanges);
      world.fileChanges.keepFiles = (sessionId, ids) => {
        // Nothing is known of it before its first use; to find it is no change.
        world.fileChanges.files = () => [changedFile('/w/src/cart.js')];
        world.fileChanges.undoState = () => 'offered';
        return keepFiles(sessionId, ids);
      };
      await world.endLoad();
      assert.deepEqual(world.fileChanges.done, ['keep s-old: '], 'found again, nothing kept');
      assert.equal(world.chats.active.transcript.card('c1')?.item.undo, 'offered');
      const sent = world.seen.changes.findLast(
        (change) => change.op === 'state' && change.state.changes !== undefined,
      );
      const bar = sent?.op === 'state' ? sent.state.changes : undefined;
      assert.deepEqual(
        bar?.map(({ name }) => name),
        ['cart.js'],
        'the bar is shown',
      );
    });

    it('offers it for a call that was taken over from an earlier chat, and in that one’s name', async () => {
      start().open('s-old', 'x');
      await settled();
      const session = 's-before';
      world.replay([call('c1', { kind: 'edit', _meta: { gatehouse: { session } } })]);
      world.fileChanges.setUndo({ sessionId: session, toolCallId: 'c1' }, 'offered');
      await world.endLoad();
      assert.deepEqual(world.fileChanges.done, ['keep s-before: ']);
      const card = world.chats.active.transcript.card('c1');
      assert.equal(card?.item.undo, 'offered');
      assert.equal(card.sessionId, session);
    });

    it('puts the offer of an interrupted turn on its last notice', async () => {
      start().open('s-old', 'x');
      await settled();
      const notice = { gatehouse: { notice: 'warning', action: 'retry' } };
      world.replay([userChunk('#1', 'go'), { ...said('n1', 'Interrupted.'), _meta: notice }]);
      await world.endLoad();
      const last = world.chats.active.items.at(-1);
      assert.ok(last?.type === 'notice');
      assert.equal(last.action, 'retry');
      world.chats.active.act(last.id);
      await settled();
      assert.deepEqual(world.agent.turns[0]?.request._meta, {
        gatehouse: { model: 'replay', resume: true },
      });
    });

    it('sends nothing meanwhile: what is typed stays in the input', async () => {
      start().open('s-old', 'x');
      await settled();
      await world.send('too early');
      assert.equal(world.agent.turns.length, 0);
      assert.equal(world.chats.state().draft, 'too early');
      assert.match(world.told[0] ?? '', /being loaded/);
    });

    it('that fails says why and can be tried again', async () => {
      start().open('s-old', 'x');
      await settled();
      world.replay([userChunk('#1', 'half')]);
      world.agent.loads[0]?.fail(new Error('The store is damaged'));
      await settled();
      const [notice] = world.chats.active.items;
      assert.ok(notice?.type === 'notice');
      assert.match(notice.text, /not loaded: The store is damaged\. .*Retry/);
      assert.equal(notice.action, 'retry');
      world.chats.active.act(notice.id);
      await settled();
      world.replay([userChunk('#1', 'whole')]);
      await world.endLoad();
      assert.deepEqual(world.shown(), ['user whole']);
    });

    it('that hangs is reported and does not block the user', async () => {
      start().open('s-old', 'x');
      await settled();
      world.clock.advance(10_000);
      assert.match(world.shown()[0] ?? '', /takes longer than usual/);
      world.chats.create();
      await world.send('something else');
      assert.equal(world.agent.turns.length, 1);
    });

    it('an open chat is selected, and not loaded again', async () => {
      const stored = start();
      await world.send('first');
      world.chats.create();
      stored.open('s1', 'first');
      assert.equal(world.chats.active.title, 'first');
      assert.equal(world.agent.loads.length, 0);
    });

    it('takes the title that the agent reports', async () => {
      start().open('s-old', 'x');
      await settled();
      world.replay([{ sessionUpdate: 'session_info_update', title: 'Named\u202E' }]);
      await world.endLoad();
      assert.equal(world.chats.active.title, 'Named\\u202e');
    });
  });

  describe('races', () => {
    it('another chat is selected while one loads: each gets what is its own', async () => {
      const stored = start();
      const old = stored.open('s-old', 'Old');
      await settled();
      const other = stored.open('s-two', 'Two');
      await settled();
      world.replay([userChunk('#1', 'of two')], 's-two');
      world.replay([userChunk('#1', 'of old')], 's-old');
      world.agent.loads[1]?.end();
      await settled();
      assert.deepEqual(world.shown(), ['user of two']);
      world.agent.loads[0]?.end();
      await settled();
      assert.equal(world.chats.active, other);
      world.chats.select(old.id);
      assert.deepEqual(world.shown(), ['user of old']);
    });

    it('a chat that is closed while it loads is let go when it is loaded, without a sound', async () => {
      start().open('s-old', 'Old');
      await settled();
      world.chats.close();
      world.replay([userChunk('#1', 'late')]);
      await world.endLoad();
      assert.deepEqual(world.warnings, []);
      assert.deepEqual(world.closed, ['s-old', 's-old']);
      assert.equal(world.chats.find('s-old'), undefined);
    });

    it('opened again meanwhile, it waits for the first and shows nothing twice', async () => {
      const stored = start();
      stored.open('s-old', 'Old');
      await settled();
      world.replay([userChunk('#1', 'one')]);
      world.chats.close();
      stored.open('s-old', 'Old');
      world.replay([userChunk('#1', ' of the first load')]);
      await settled();
      assert.equal(world.agent.loads.length, 1);
      world.agent.loads[0]?.end();
      await settled();
      assert.equal(world.agent.loads.length, 2);
      world.replay([userChunk('#1', 'one')]);
      await world.endLoad();
      assert.deepEqual(world.shown(), ['user one']);
    });
  });
});
