import { inEnglish } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../../fakes/audit-entry';
import { said, say } from '../../../fakes/store-chats';
import {
  createTemporaryStore,
  limitsOf,
  listedIds,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

const dayMs = 86_400_000;
/** Every write saves. */
const journalLimit = 4;

describe('what is removed from the store', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const filesWith = (text: string) =>
    storage.names().filter((name) => storage.read(name).includes(text));

  it('the text of a deleted chat is in no file once the deletion is acknowledged', async () => {
    const first = storage.window({ journalLimit });
    await say(first, 'gone', 'MARKER of a database');
    await say(first, 'stays', 'kept');
    valueOf(await first.overflow.put({ conversationId: 'gone', text: 'MARKER of an output' }));
    await first.close();
    const store = storage.window();
    await say(store, 'gone', 'MARKER of the journal');
    valueOf(await store.audit.append(auditEntry('call')));
    assert.ok(filesWith('MARKER').length >= 2);
    valueOf(await store.conversations.delete('gone'));
    assert.deepEqual(filesWith('MARKER'), []);
    assert.equal(await said(store, 'gone'), undefined);
    assert.deepEqual(await said(store, 'stays'), ['kept']);
    assert.deepEqual(await listedIds(store), ['call']);
    await store.close();
    assert.deepEqual(filesWith('MARKER'), []);
  });

  it('the text of a chat that another window wrote is removed by the first save after it has closed', async () => {
    const first = storage.window();
    await say(first, 'stays', 'kept');
    const second = storage.window();
    await say(second, 'gone', 'MARKER of the second');
    assert.deepEqual(await said(first, 'gone'), ['MARKER of the second']);
    await second.close();
    valueOf(await first.conversations.delete('gone'));
    assert.deepEqual(filesWith('MARKER'), []);
    assert.deepEqual(await said(first, 'stays'), ['kept']);
  });

  it('a deletion holds when the database is lost and rebuilt', async () => {
    const store = storage.window({ journalLimit });
    await say(store, 'gone', 'MARKER');
    await say(store, 'stays', 'kept');
    valueOf(await store.conversations.delete('gone'));
    await store.close();
    storage.write('gatehouse.db', 'garbage');
    const next = storage.window();
    assert.equal(await said(next, 'gone'), undefined);
    assert.deepEqual(await said(next, 'stays'), ['kept']);
  });

  it('an output that is removed leaves no bytes in a file that stays', async () => {
    const first = storage.window();
    await say(first, 'chat', 'kept');
    await putText(first, 'MARKER '.repeat(100));
    await first.close();
    storage.clock.advance(8 * dayMs);
    const next = storage.window();
    assert.deepEqual(await said(next, 'chat'), ['kept']);
    await next.close();
    assert.deepEqual(filesWith('MARKER'), []);
    assert.equal(storage.names().filter((name) => name.startsWith('chats')).length, 1);
  });

  it('removes the oldest outputs when the storage exceeds its limit, and notifies the user once', async () => {
    const limits = limitsOf({ maxBytes: () => 400_000 });
    const store = storage.window({ journalLimit, limits });
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      storage.clock.advance(1);
      ids.push(await putText(store, `${count} `.repeat(8000)));
    }
    await store.close();
    const next = storage.window({ limits });
    const first = await next.overflow.read({
      ...{ conversationId: 'chat', id: ids[0] ?? '', offset: 0, limit: 10 },
    });
    assert.equal(first.ok, false);
    assert.equal(await readText(next, ids[29] ?? ''), '29 '.repeat(8000));
    assert.ok(valueOf(await next.health()).chats.bytes <= 400_000);
    assert.equal(
      store.problems().filter((text) => /oldest stored outputs/.test(inEnglish(text))).length,
      1,
    );
  });

  it('never removes chats to save space, and notifies the user', async () => {
    const limits = limitsOf({ maxBytes: () => 1000 });
    const store = storage.window({ journalLimit, limits });
    await say(store, 'chat', 'long '.repeat(1000), 'long');
    await store.close();
    assert.match(store.problems().map(inEnglish).join(), /Chats exceed the storage limit/);
    assert.deepEqual(await said(storage.window(), 'chat'), ['long '.repeat(1000)]);
  });

  it('expired chats are removed with their text; 0 days keeps them', async () => {
    const store = storage.window({ journalLimit });
    await say(store, 'old', 'MARKER');
    await store.close();
    storage.clock.advance(400 * dayMs);
    const keeping = storage.window({ journalLimit });
    assert.deepEqual(await said(keeping, 'old'), ['MARKER']);
    await keeping.close();
    const limits = limitsOf({ chatsRetentionDays: () => 30 });
    const next = storage.window({ journalLimit, limits });
    await say(next, 'new', 'kept');
    await next.close();
    assert.deepEqual(filesWith('MARKER'), []);
    assert.deepEqual(await said(storage.window(), 'new'), ['kept']);
  });

  it('a second window keeps working while the main one saves', async () => {
    const main = storage.window({ journalLimit });
    await say(main, 'gone', 'MARKER');
    await say(main, 'stays', 'kept');
    const second = storage.window();
    assert.deepEqual(await said(second, 'stays'), ['kept']);
    valueOf(await main.conversations.delete('gone'));
    await say(main, 'stays', 'more');
    assert.deepEqual(await said(second, 'stays'), ['kept', 'more']);
    assert.equal(await said(second, 'gone'), undefined);
  });
});
