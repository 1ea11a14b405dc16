import assert from 'node:assert/strict';
import type { NoticeItem } from '../../../../../src/core/contracts/panel/state';
import {
  createChatWorld,
  fileAttachment,
  pngAttachment,
  settled,
  type ChatWorld,
} from '../chat-world';

describe('the turns of a chat', () => {
  let world: ChatWorld;
  beforeEach(() => {
    world = createChatWorld();
  });

  function turns() {
    return world.chats.active.queue;
  }

  function texts(): readonly string[] {
    return world.chats.state().queued.map(({ text }) => text);
  }

  /** The id of a queued message. */
  function queuedId(text: string): string {
    return world.chats.state().queued.find((each) => each.text === text)?.queuedId ?? '';
  }

  function lastNotice(): NoticeItem {
    const item = world.items().at(-1);
    assert.ok(item?.type === 'notice');
    return item;
  }

  function labels(): readonly string[] {
    return world.chats.state().attachments.map(({ label }) => label);
  }

  function metas(): readonly unknown[] {
    return world.agent.turns.map(({ request }) => request._meta?.['gatehouse']);
  }

  describe('the queue', () => {
    beforeEach(async () => {
      await world.send('one');
      for (const text of ['two', 'three', 'four']) await world.send(text);
    });

    it('drops a message, and nothing when it does not wait', () => {
      turns().drop(queuedId('three'));
      turns().drop('chat-1/9');
      assert.deepEqual(texts(), ['two', 'four']);
      assert.equal(world.chats.active.draft.text, '');
    });

    it('sends a message now: the running turn stops, the others stay queued in order', async () => {
      turns().sendNow(queuedId('three'));
      assert.deepEqual(world.agent.cancelled, [{ sessionId: 's1' }]);
      assert.deepEqual(world.sentTexts(), ['one'], 'not before the turn has ended');
      await world.end('cancelled');
      assert.deepEqual(world.sentTexts(), ['one', 'three']);
      assert.deepEqual(texts(), ['two', 'four']);
      assert.equal(world.chats.active.draft.text, '');
      await world.end();
      await world.end();
      assert.deepEqual(world.sentTexts(), ['one', 'three', 'two', 'four']);
    });

    it('sends a message now after an agent that never confirms the stop', async () => {
      turns().sendNow(queuedId('four'));
      world.clock.advance(10_000);
      await settled();
      assert.deepEqual(world.sentTexts(), ['one', 'four']);
    });

    it('sends nothing now when the message does not wait', () => {
      turns().sendNow('chat-1/9');
      assert.deepEqual(world.agent.cancelled, []);
      assert.equal(world.chats.active.isRunning, true);
    });

    it('a click on a message that has gone out meanwhile acts on no other', async () => {
      const two = queuedId('two');
      await world.end();
      turns().sendNow(two);
      turns().unqueue(two);
      turns().drop(two);
      assert.deepEqual(texts(), ['three', 'four']);
      assert.deepEqual(world.agent.cancelled, []);
      assert.equal(world.chats.active.draft.text, '');
    });

    it('a click that reaches another chat acts on nothing there', async () => {
      const two = queuedId('two');
      world.chats.create();
      for (const text of ['a', 'b']) await world.send(text);
      turns().sendNow(two);
      turns().drop(two);
      assert.deepEqual(texts(), ['b']);
    });

    it('"send now" twice in quick succession sends both, the later one first', async () => {
      turns().sendNow(queuedId('three'));
      turns().sendNow(queuedId('four'));
      turns().sendNow(queuedId('four'));
      await world.end('cancelled');
      assert.deepEqual(world.sentTexts(), ['one', 'four']);
      assert.deepEqual(texts(), ['three', 'two']);
      assert.equal(world.agent.cancelled.length, 1);
    });

    it('comes back as the draft by a stop, also by one behind "send now"', async () => {
      turns().sendNow(queuedId('four'));
      turns().stop();
      await world.end('cancelled');
      assert.equal(world.chats.active.draft.text, 'four\ntwo\nthree');
      const told = 'Stopped. Your 3 queued messages are back in the input, as one text.';
      assert.equal(world.lastText(), told);
      assert.deepEqual(world.sentTexts(), ['one']);
      assert.equal(world.agent.cancelled.length, 1);
    });
  });

  describe('context of a queued message', () => {
    beforeEach(async () => {
      await world.send('one');
      world.chats.active.attach(fileAttachment('a.ts'));
      await world.send('two');
    });

    it('goes with it, not with the draft', async () => {
      assert.deepEqual(labels(), []);
      await world.end();
      const prompt = world.agent.turns[1]?.request.prompt;
      assert.deepEqual(
        prompt?.map(({ type }) => type),
        ['text', 'resource'],
      );
    });

    it('comes back with it', () => {
      world.chats.active.attach(pngAttachment());
      turns().unqueue(queuedId('two'));
      assert.deepEqual(labels(), ['PNG, 10 bytes', 'a.ts']);
      assert.equal(world.chats.active.draft.text, 'two');
    });

    it('comes back by a stop; what is there already is not doubled', async () => {
      world.chats.active.attach(fileAttachment('a.ts'));
      turns().stop();
      await world.end('cancelled');
      assert.deepEqual(labels(), ['a.ts']);
    });

    it('that no longer fits is reported, not silently lost', () => {
      for (let n = 0; n < 20; n += 1) world.chats.active.attach(fileAttachment(`${n}.ts`));
      turns().unqueue(queuedId('two'));
      assert.equal(labels().length, 20);
      assert.deepEqual(world.told, [
        '“a.ts” was not added: a message can have at most 20 pieces of context.',
      ]);
    });

    it('names a message that is nothing else', async () => {
      world.chats.active.attach(pngAttachment());
      await world.send('');
      assert.deepEqual(texts(), ['two', 'PNG, 10 bytes']);
    });
  });

  describe('what a notice offers', () => {
    it('is there once the turn has ended with it, and gone when another begins', async () => {
      await world.send('one');
      world.notice('The server is busy.', { notice: 'error', action: 'retry' });
      assert.equal(lastNotice().action, undefined);
      await world.end();
      assert.equal(lastNotice().action, 'retry');
      await world.send('two');
      assert.ok(world.items().every((item) => item.type !== 'notice' || !item.action));
    });

    it('is not offered when the agent has gone on behind it', async () => {
      await world.send('one');
      world.notice('A limit.', { action: 'continue' });
      world.say('but I go on');
      await world.end();
      assert.ok(world.items().every((item) => item.type !== 'notice' || !item.action));
    });

    it('is done without a new message, by the model that is chosen now', async () => {
      await world.send('one');
      world.notice('Stopped after 10 rounds.', { action: 'continue' });
      await world.end('max_turn_requests');
      world.chosen.model = 'other';
      world.chats.active.act(lastNotice().id);
      await settled();
      assert.deepEqual(world.agent.turns[1]?.request, {
        sessionId: 's1',
        prompt: [],
        _meta: { gatehouse: { model: 'other', resume: true } },
      });
      assert.equal(world.items().filter(({ type }) => type === 'user').length, 1);
      assert.equal(lastNotice().action, undefined);
    });

    it('is done once: other items, old notices and doubled clicks do nothing', async () => {
      await world.send('one');
      world.notice('Try again.', { action: 'retry' });
      await world.end();
      const { id } = lastNotice();
      for (const other of ['#1', 'c1', '', 'ghost']) world.chats.active.act(other);
      await settled();
      assert.equal(world.agent.turns.length, 1);
      world.chats.active.act(id);
      world.chats.active.act(id);
      await settled();
      await world.end();
      world.chats.active.act(id);
      await settled();
      assert.equal(world.agent.turns.length, 2);
    });

    it('needs a model, and stays on offer without one', async () => {
      await world.send('one');
      world.notice('Try again.', { action: 'retry' });
      await world.end();
      const { id } = lastNotice();
      world.chosen.model = '';
      world.chats.active.act(id);
      assert.equal(world.chats.state().wantsModel, true);
      world.chosen.model = 'replay';
      world.chats.active.act(id);
      await settled();
      assert.equal(world.agent.turns.length, 2);
    });

    it('replaces the earlier notice of the same message', async () => {
      await world.send('one');
      world.notice('Compressing…', {}, 'm');
      world.notice('That failed.', { notice: 'error', action: 'retry' }, 'm');
      await world.end();
      assert.equal(world.items().length, 2);
      assert.deepEqual(lastNotice(), {
        type: 'notice',
        id: '#i1',
        level: 'error',
        text: 'That failed.',
        action: 'retry',
      });
    });
  });

  describe('a turn that the agent rejects', () => {
    it('offers to try again, without sending the message twice', async () => {
      await world.send('one');
      world.agent.turns[0]?.fail(new Error('The server is down'));
      await settled();
      assert.equal(lastNotice().action, 'retry');
      world.chats.active.act(lastNotice().id);
      await settled();
      assert.deepEqual(metas()[1], { model: 'replay', resume: true });
    });

    it('is sent whole again when it never reached the agent', async () => {
      world.agent.refuse = new Error('It did not load');
      world.chats.active.attach(pngAttachment());
      await world.send('one');
      assert.equal(world.agent.turns.length, 0);
      assert.match(world.lastText(), /^The turn failed: It did not load\. Try again/);
      delete world.agent.refuse;
      world.chats.active.act(lastNotice().id);
      await settled();
      assert.deepEqual(metas(), [{ model: 'replay', messageId: '#1' }]);
      assert.equal(world.agent.turns[0]?.request.prompt.length, 2);
      assert.equal(world.items().filter(({ type }) => type === 'user').length, 1);
    });

    it('needs no model to try a typed command again', async () => {
      world.chosen.model = '';
      world.agent.refuse = new Error('no');
      await world.send('!npm test');
      delete world.agent.refuse;
      world.chats.active.act(lastNotice().id);
      await settled();
      assert.deepEqual(world.sentTexts(), ['!npm test']);
    });
  });

  describe('a wait', () => {
    const wait = 'The server asks to wait.';

    beforeEach(async () => {
      await world.send('one');
      world.notice(wait, { waitUntil: world.clock.now() + 5000 });
    });

    it('counts down until its time has come', () => {
      assert.equal(lastNotice().waitUntil, world.clock.now() + 5000);
      world.clock.advance(4999);
      assert.notEqual(lastNotice().waitUntil, undefined);
      world.clock.advance(1);
      assert.deepEqual(lastNotice(), { type: 'notice', id: '#i1', level: 'info', text: wait });
    });

    it('is over when the next begins, which counts in its place', () => {
      world.clock.advance(5000);
      world.notice(wait, { waitUntil: world.clock.now() + 9000 });
      assert.equal(world.items().length, 2);
      assert.equal(lastNotice().waitUntil, world.clock.now() + 9000);
    });

    it('is over when the turn ends', async () => {
      await world.end();
      assert.equal(lastNotice().waitUntil, undefined);
    });

    it('is cancelled by a stop: the agent offers to try again, and nothing says it twice', async () => {
      turns().stop();
      assert.equal(lastNotice().waitUntil, undefined);
      world.notice('Stopped waiting.', { action: 'retry' });
      await world.end('cancelled');
      assert.deepEqual(
        world.items().map((item) => 'text' in item && item.text),
        ['one', wait, 'Stopped waiting.'],
      );
      assert.equal(lastNotice().action, 'retry');
    });

    it('is reported as stopped when the agent gives no notice', async () => {
      turns().stop();
      await world.end('cancelled');
      assert.equal(world.lastText(), 'Stopped.');
    });
  });

  it('reports the stop of a turn that continued from a notice', async () => {
    await world.send('one');
    world.notice('Try again.', { action: 'retry' });
    await world.end();
    world.chats.active.act(lastNotice().id);
    await settled();
    turns().stop();
    await world.end('cancelled');
    assert.equal(world.lastText(), 'Stopped.');
  });
});
