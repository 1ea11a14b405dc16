import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../fakes/audit-entry';
import { createFaultyDisk } from '../../fakes/faulty-disk';
import { said, say } from '../../fakes/store-chats';
import {
  createTemporaryStore,
  listedIds,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

describe('health and erasure of the store', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  it('erases all stored data, including files set aside, and continues', async () => {
    const first = storage.window({ journalLimit: 4 });
    await say(first, 'chat', 'MARKER');
    await putText(first, 'MARKER');
    valueOf(await first.audit.append(auditEntry('MARKER')));
    await first.close();
    storage.write('gatehouse.db.corrupt-2026-01-02T03-04-05-006Z', 'MARKER');
    storage.write('journal-a.1.wal.skipped-2026-01-02T03-04-05-006Z', 'MARKER');
    storage.write('another.file', 'of somebody else');
    const store = storage.window();
    await say(store, 'chat', 'MARKER 2');
    valueOf(await store.erase());
    for (const name of storage.names()) assert.ok(!storage.read(name).includes('MARKER'), name);
    assert.ok(storage.names().includes('another.file'));
    assert.equal(await said(store, 'chat'), undefined);
    assert.deepEqual(await listedIds(store), []);
    await say(store, 'chat', 'new');
    const id = await putText(store, 'new');
    valueOf(await store.audit.append(auditEntry('new')));
    await store.close();
    const next = storage.window();
    assert.deepEqual(await said(next, 'chat'), ['new']);
    assert.equal(await readText(next, id), 'new');
    assert.deepEqual(await listedIds(next), ['new']);
  });

  it('writes during the erasure are either gone or complete', async () => {
    const store = storage.window();
    await say(store, 'chat', 'before');
    const [erased, ...ids] = await Promise.all([
      store.erase(),
      ...[1, 2, 3].map((count) => putText(store, `text ${count}`)),
    ]);
    assert.ok(erased.ok);
    for (const [index, id] of ids.entries()) {
      assert.equal(await readText(store, id), `text ${index + 1}`);
    }
  });

  it('refuses while another window is writing', async () => {
    const first = storage.window();
    await putText(first, 'one');
    const second = storage.window();
    const id = await putText(second, 'two');
    for (const store of [first, second]) {
      const erased = await store.erase();
      assert.match(erased.ok ? '' : erased.failure.suggestion, /Close the other windows/);
    }
    assert.equal(await readText(first, id), 'two');
  });

  it('reports an incomplete erasure, which can be repeated', async () => {
    let isDown = false;
    const disk = createFaultyDisk((call) => (isDown && call === 'remove' ? 'EROFS' : undefined));
    const store = storage.window({ disk });
    await putText(store, 'text');
    isDown = true;
    const erased = await store.erase();
    assert.match(erased.ok ? '' : erased.failure.message, /^Could not delete the stored data/);
    isDown = false;
    valueOf(await store.erase());
    assert.equal(valueOf(await store.health()).outputs, 0);
  });

  it('reports the state of the storage', async () => {
    const first = storage.window({ journalLimit: 4 });
    await say(first, 'chat', 'text');
    await first.close();
    const main = storage.window();
    await putText(main, 'text');
    valueOf(await main.audit.append(auditEntry('call')));
    const second = storage.window();
    await putText(second, 'other');
    const health = valueOf(await main.health());
    assert.equal(health.role, 'main');
    assert.equal(health.readOnly, undefined);
    assert.deepEqual(health.lock, { ownerPid: process.pid, windows: 2 });
    assert.equal(health.journal.records, 1);
    const sizes = storage.journals().map((name) => storage.read(name).length);
    assert.ok(sizes.includes(health.journal.bytes));
    assert.equal(health.database.bytes, storage.read('gatehouse.db').length);
    assert.equal(health.chats.files, 1);
    assert.ok(health.chats.bytes > 0);
    assert.deepEqual([health.audit.files, health.audit.entries], [1, 1]);
    assert.deepEqual([health.conversations, health.outputs], [1, 2]);
    assert.deepEqual([health.droppedBytes, health.setAside], [0, []]);
    const other = valueOf(await second.health());
    assert.deepEqual([other.role, other.lock.ownerPid], ['second', process.pid]);
  });

  it('reports how many bytes were removed from a torn journal', async () => {
    const first = storage.window({ openDatabase: () => Promise.reject(new Error('none')) });
    await putText(first, 'text');
    await first.close();
    const [journal = ''] = storage.journals();
    storage.write(journal, Buffer.concat([storage.read(journal), Buffer.from('0af4c21')]));
    assert.equal(valueOf(await storage.window().health()).droppedBytes, 7);
  });
});
