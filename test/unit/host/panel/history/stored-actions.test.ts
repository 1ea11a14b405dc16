import assert from 'node:assert/strict';
import { failure, fail, succeed, type Result } from '../../../../../src/core/contracts/failure';
import {
  chatMarkdown,
  type ExportedChat,
} from '../../../../../src/host/panel/history/export-markdown';
import { ChatHistory } from '../../../../../src/host/panel/history/chat-history';
import type { StoredEntry } from '../../../../../src/host/panel/history/sources';
import { StoredActions } from '../../../../../src/host/panel/history/stored-actions';
import { settled } from '../chat-world';
import { conversation, createStoredWorld, said, userChunk } from '../stored-world';

/** A window whose list holds two chats of this place and one of another. */
async function createActionWorld() {
  const world = createStoredWorld();
  const stored = world.makeStored();
  const entries: readonly StoredEntry[] = [
    { sessionId: 's-old', title: 'Old', updatedAt: 3, messages: 1 },
    { sessionId: 's-two', title: 'Two', updatedAt: 2, messages: 1 },
    ...['p1', 'p2'].map((id) => ({
      ...{ sessionId: 's-far', title: 'Far', updatedAt: 1, messages: 1 },
      place: { id, name: `shop ${id}` },
    })),
  ];
  const history = new ChatHistory({
    sources: [{ page: () => Promise.resolve({ entries }) }],
    chats: world.chats,
  });
  const asked: { readonly title: string; readonly isRunning: boolean }[] = [];
  const answers = {
    delete: () => Promise.resolve(true),
    title: 'New name',
    copy: (): Promise<Result<string>> => Promise.resolve(succeed('s-copy')),
  };
  const saved: ExportedChat[] = [];
  const copied: string[] = [];
  const told: string[] = [];
  const forgotten: string[] = [];
  const actions = new StoredActions({
    chats: world.chats,
    stored,
    history,
    agent: world.chatAgent,
    storage: {
      conversations: world.port,
      places: {
        read: () => Promise.resolve(succeed(conversation('s-far', [userChunk('#1', 'from far')]))),
        copyHere: (placeId, sessionId) => {
          copied.push(`${placeId} ${sessionId}`);
          return answers.copy();
        },
      },
    },
    changes: {
      keepFiles: (id, ids) => world.fileChanges.keepFiles(id, ids),
      forget: (id) => {
        forgotten.push(id);
        return Promise.resolve();
      },
    },
    dialogs: {
      confirmDelete: (question) => {
        asked.push(question);
        return answers.delete();
      },
      askTitle: () => Promise.resolve(answers.title),
      saveMarkdown: (chat) => {
        saved.push(chat);
        return Promise.resolve();
      },
      notify: (text) => void told.push(text),
    },
    warn: (message) => void world.warnings.push(message),
  });
  history.open();
  await settled();
  const [old = '', two = '', far = ''] =
    history.list()?.items.map(({ historyId }) => historyId) ?? [];
  const titles = () => history.list()?.items.map(({ title }) => title);
  return {
    ...world,
    ...{ stored, history, actions, asked, answers, saved, copied, told, forgotten },
    ...{ old, two, far, titles },
  };
}

describe('actions of the user on stored chats', () => {
  let world: Awaited<ReturnType<typeof createActionWorld>>;

  beforeEach(async () => {
    world = await createActionWorld();
  });

  describe('opening one', () => {
    it('closes the list and loads it', async () => {
      await world.actions.open(world.old);
      await settled();
      assert.equal(world.history.list(), null);
      assert.equal(world.chats.active.title, 'Old');
      assert.equal(world.agent.loads[0]?.request.sessionId, 's-old');
    });

    it('of another place copies it here, once for a doubled click', async () => {
      await Promise.all([world.actions.open(world.far), world.actions.open(world.far)]);
      assert.deepEqual(world.copied, ['p1 s-far']);
      assert.equal(world.chats.active.sessionId, 's-copy');
    });

    it('that cannot be copied says so on the list, which stays', async () => {
      world.answers.copy = () => Promise.resolve(fail(failure('execution', 'The disk is full.')));
      await world.actions.open(world.far);
      assert.match(world.history.list()?.problem ?? '', /not copied here: The disk is full/);
      assert.equal(world.chats.active.sessionId, undefined);
    });

    it('that is not in the list is reported', async () => {
      await world.actions.open('h99');
      assert.match(world.told[0] ?? '', /no longer in the list/);
    });
  });

  describe('renaming one', () => {
    it('keeps the name, for the list and for the chat that is open', async () => {
      world.stored.open('s-old', 'Old');
      await world.actions.rename(world.old, '  Cart\u202E  ');
      const facts = { title: 'Cart\u202E', isNamed: true };
      assert.deepEqual(world.writes, [{ id: 's-old', change: { facts } }]);
      assert.equal(world.chats.active.title, 'Cart\\u202e');
      assert.equal(world.titles()?.[0], 'Cart\\u202e');
    });

    it('refuses a blank name, and one of a chat of another place', async () => {
      await world.actions.rename(world.old, ' \n\t');
      await world.actions.rename(world.far, 'Mine');
      assert.deepEqual(world.writes, []);
      assert.match(world.told[0] ?? '', /needs a name/);
      assert.match(world.told[1] ?? '', /another workspace/);
    });

    it('that fails leaves the name as it is and says why', async () => {
      world.store.broken = 'The disk is full.';
      await world.actions.rename(world.old, 'Cart');
      assert.equal(world.titles()?.[0], 'Old');
      assert.match(world.told[0] ?? '', /not renamed: The disk is full/);
    });

    it('holds while the list is searched: the next page shows what is stored', async () => {
      const renaming = world.actions.rename(world.old, 'Cart');
      world.history.search('old');
      await renaming;
      world.clock.advance(150);
      await settled();
      assert.equal(world.history.list()?.state, 'ready');
      assert.equal(world.writes.length, 1);
    });

    it('works on the active chat too, once something of it is stored', async () => {
      await world.actions.renameActive();
      assert.match(world.told[0] ?? '', /Send a message first/);
      await world.send('first');
      await world.actions.renameActive();
      assert.equal(world.chats.active.title, 'New name');
      await world.end();
      await world.send('second');
      assert.equal(world.chats.active.title, 'New name', 'a message does not name it anew');
    });
  });

  describe('deleting one', () => {
    it('asks first, and does nothing without a yes', async () => {
      world.answers.delete = () => Promise.resolve(false);
      await world.actions.delete(world.old);
      assert.deepEqual(world.asked, [{ title: 'Old', isRunning: false }]);
      assert.deepEqual([world.agent.deleted, world.forgotten, world.titles()?.length], [[], [], 4]);
    });

    it('takes its copies of files and what runs for it, too', async () => {
      await world.actions.delete(world.old);
      assert.deepEqual(world.agent.deleted, ['s-old']);
      assert.deepEqual(world.fileChanges.done, ['keep s-old: '], 'taken over from a dead window');
      assert.deepEqual(world.forgotten, ['s-old']);
      assert.deepEqual(world.closed, ['s-old']);
      assert.deepEqual(world.titles(), ['Two', 'Far', 'Far']);
    });

    it('stops and closes a chat that is open, before it is deleted', async () => {
      await world.send('first');
      const deleting = world.actions.deleteActive();
      await settled();
      assert.deepEqual(world.asked, [{ title: 'first', isRunning: true }]);
      assert.deepEqual(world.agent.cancelled, [{ sessionId: 's1' }]);
      assert.deepEqual(world.agent.deleted, [], 'its turn has not ended');
      world.agent.turns[0]?.end('cancelled');
      await deleting;
      assert.deepEqual(world.agent.deleted, ['s1']);
      assert.equal(world.chats.find('s1'), undefined);
    });

    it('that is loading drops what is still sent of it', async () => {
      world.stored.open('s-old', 'Old');
      await settled();
      await world.actions.delete(world.old);
      world.replay([userChunk('#1', 'late')]);
      await world.endLoad();
      assert.deepEqual(world.warnings, []);
      assert.equal(world.chats.find('s-old'), undefined);
      assert.deepEqual(world.agent.deleted, ['s-old']);
    });

    it('that fails says that it is still stored, and keeps the copies', async () => {
      world.agent.refuse = new Error('The disk is full');
      await world.actions.delete(world.old);
      assert.match(world.told[0] ?? '', /closed, not deleted: The disk is full\. Try again/);
      assert.deepEqual(world.forgotten, []);
      assert.equal(world.titles()?.length, 4);
    });

    it('of another place is refused, with the way', async () => {
      await world.actions.delete(world.far);
      assert.deepEqual(world.asked, []);
      assert.match(world.told[0] ?? '', /Open it first/);
    });
  });

  describe('exporting one', () => {
    it('writes what is stored', async () => {
      const stored = conversation('s-old', [userChunk('#1', 'Fix it'), said('a', 'Done.')], 'Old');
      world.conversations.set('s-old', stored);
      await world.actions.export(world.old);
      const [chat] = world.saved;
      assert.ok(chat);
      const text = chatMarkdown(chat);
      assert.match(text, /^# Old\n\n- Started: 2026-01-02 03:04 UTC\n/);
      assert.match(text, /## You\n\nFix it\n\n## Agent\n\nDone\.\n$/);
      assert.match(text, /- Cost: \$0\.0500/);
    });

    it('writes a chat that is open as it is seen, stored or not', async () => {
      await world.send('first');
      world.store.broken = 'The disk is full.';
      await world.actions.exportActive();
      const [chat] = world.saved;
      assert.ok(chat);
      assert.equal(chatMarkdown(chat), '# first\n\n## You\n\nfirst\n');
    });

    it('reads a chat of another place where it is', async () => {
      await world.actions.export(world.far);
      assert.match(chatMarkdown(world.saved[0] ?? assert.fail()), /from far/);
      assert.deepEqual(world.copied, []);
    });

    it('that cannot be read says why', async () => {
      await world.actions.export(world.two);
      assert.match(world.told[0] ?? '', /not exported: It is not stored/);
    });
  });
});
