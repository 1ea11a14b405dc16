import { inEnglish } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Database } from 'sql.js';
import { auditEntry } from '../../../fakes/audit-entry';
import { say } from '../../../fakes/store-chats';
import {
  createTemporaryStore,
  listedIds,
  openSqlJs,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

describe('a database whose damage only a query finds', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const setAside = () => storage.names().filter((name) => name.includes('.corrupt-'));

  /** sql.js, of which the first such statement finds damage. */
  async function broken(statement: string) {
    const sqlJs = await openSqlJs();
    let isBroken = true;
    class BrokenOnce extends sqlJs.Database {
      override prepare(...given: Parameters<Database['prepare']>) {
        if (isBroken && given[0].trim().startsWith(statement)) {
          isBroken = false;
          throw new Error('database disk image is malformed');
        }
        return super.prepare(...given);
      }
    }
    return { openDatabase: () => Promise.resolve({ ...sqlJs, Database: BrokenOnce }) };
  }

  /** A folder with everything, saved. */
  async function filled(): Promise<string> {
    const store = storage.window();
    await say(store, 'chat-one', 'words to find');
    await say(store, 'chat-two', 'words to find');
    const id = await putText(store, 'stored text');
    valueOf(await store.audit.append(auditEntry('one')));
    assert.deepEqual(await listedIds(store), ['one']);
    await store.close();
    return id;
  }

  it('is set aside when a search finds it; other chats are found, and the user is told', async () => {
    await filled();
    const store = storage.window(await broken('SELECT part, stamp, words'));
    const page = valueOf(await store.conversations.list({ text: 'words', limit: 10 }));
    assert.deepEqual(
      page.conversations.map(({ id }) => id),
      ['chat-one'],
    );
    assert.equal(setAside().length, 1);
    assert.match(
      store.problems().map(inEnglish).join(),
      /chat-two\.db could not be used.*It was kept as/,
    );
  });

  for (const statement of ['SELECT id, conversation_id AS', 'UPDATE chats SET files']) {
    it(`is made again from the chats and the audit log: gatehouse.db, ${statement}`, async () => {
      const id = await filled();
      const store = storage.window(await broken(statement));
      assert.equal(await readText(store, id), 'stored text');
      await say(store, 'chat-three', 'later');
      await store.close();
      assert.deepEqual(
        setAside().map((name) => name.replace(/\.corrupt.*/, '')),
        ['gatehouse.db'],
      );
      assert.match(
        store.problems().map(inEnglish).join(),
        /gatehouse\.db could not be used \(.*malformed\)/,
      );
      const later = storage.window();
      assert.equal(await readText(later, id), 'stored text');
      assert.deepEqual(await listedIds(later), ['one']);
      assert.equal(valueOf(await later.health()).conversations, 3);
    });
  }

  it('does not bring back a deleted chat, of which another journal still has records', async () => {
    const store = storage.window({ openDatabase: () => Promise.reject(new Error('none')) });
    await say(store, 'chat-one', 'deleted words');
    await store.close();
    const [name = ''] = storage.journals();
    const journal = storage.read(name);
    const second = storage.window();
    await say(second, 'chat-two', 'kept');
    valueOf(await second.conversations.delete('chat-one'));
    await second.close();
    assert.deepEqual(storage.journals(), []);
    storage.write(name, journal);
    storage.remove('gatehouse.db');
    const later = storage.window();
    const { conversations } = valueOf(await later.conversations.list({ text: '', limit: 10 }));
    assert.deepEqual(
      conversations.map(({ id }) => id),
      ['chat-two'],
    );
    assert.equal((await later.conversations.read('chat-one')).ok, false);
    valueOf(await later.erase());
    assert.equal(storage.names().includes('deleted.json'), false);
  });
});
