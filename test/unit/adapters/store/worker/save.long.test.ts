import { inEnglish } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../../fakes/audit-entry';
import { createAwakeMachine } from '../../../fakes/awake';
import { createFaultyDisk } from '../../../fakes/faulty-disk';
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

describe('saving the database of the store', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const isSaved = () => storage.names().includes('gatehouse.db');

  it('does not write the database for a single write or read', async () => {
    const store = storage.window();
    for (let count = 0; count < 20; count += 1) {
      valueOf(await store.audit.append(auditEntry(`call-${count}`)));
      assert.equal(await readText(store, await putText(store, 'text')), 'text');
    }
    assert.equal((await listedIds(store)).length, 20);
    assert.equal(isSaved(), false);
  });

  it('saves on close: the text is a row in the file of its chat, and the journal is gone', async () => {
    const store = storage.window();
    const id = await putText(store, 'kept');
    await store.close();
    const [file = '', ...others] = storage.names();
    assert.match(file, /^chats\/x_[0-9a-f]{40}\.db$/);
    assert.deepEqual(others, ['gatehouse.db']);
    assert.ok(storage.read(file).includes('kept'));
    const again = storage.window();
    assert.equal(await readText(again, id), 'kept');
  });

  it('rewrites only the files of chats that were written', async () => {
    const first = storage.window();
    await say(first, 'one-chat', 'kept');
    await say(first, 'another', 'kept');
    await first.close();
    const before = storage.read('chats/one-chat.db');
    storage.write('chats/one-chat.db', Buffer.concat([before, Buffer.alloc(0)]));
    const disk = createFaultyDisk();
    const store = storage.window({ disk });
    await say(store, 'another', 'more');
    const renames = disk.calls.filter((call) => call === 'rename').length;
    await store.close();
    const made = disk.calls.filter((call) => call === 'rename').length - renames;
    assert.equal(made, 2, 'the file of the chat, and the list');
    assert.deepEqual(storage.read('chats/one-chat.db'), before);
  });

  it('saves after a while without writes', async () => {
    const machine = createAwakeMachine(storage.clock);
    const store = storage.window({ disk: machine.disk });
    const id = await putText(store, 'kept');
    await machine.until(isSaved, 1000);
    assert.equal(await readText(store, id), 'kept');
    assert.equal(await readText(store, await putText(store, 'more')), 'more');
  });

  it('saves when the journal passes its limit, while writes continue', async () => {
    const machine = createAwakeMachine(storage.clock);
    const store = storage.window({ disk: machine.disk, journalLimit: 20_000 });
    const ids: string[] = [];
    const text = (index: number) => `${index} `.repeat(1000);
    for (let index = 0; index < 100; index += 1) ids.push(await putText(store, text(index)));
    await machine.until(isSaved, 1000);
    for (const [index, id] of ids.entries()) assert.equal(await readText(store, id), text(index));
    await store.close();
    const again = storage.window();
    for (const [index, id] of ids.entries()) assert.equal(await readText(again, id), text(index));
  });

  it('sets aside and rebuilds a database that does not open', async () => {
    const store = storage.window();
    valueOf(await store.audit.append(auditEntry('a')));
    const saved = await putText(store, 'saved');
    await store.close();
    storage.write('gatehouse.db', 'garbage');
    const next = storage.window();
    const told: string[] = [];
    next.onProblem((text) => told.push(inEnglish(text)));
    const id = await putText(next, 'in the journal');
    assert.deepEqual(await listedIds(next), ['a']);
    assert.equal(await readText(next, saved), 'saved');
    assert.equal(await readText(next, id), 'in the journal');
    await next.close();
    const aside = storage.names().find((name) => name.startsWith('gatehouse.db.corrupt-')) ?? '';
    assert.equal(storage.read(aside).toString(), 'garbage');
    assert.match(told.join(), /The database gatehouse.db could not be used/);
    assert.deepEqual(next.problems().map(inEnglish), told);
    const last = storage.window();
    assert.equal(await readText(last, id), 'in the journal');
    assert.deepEqual(last.problems(), []);
  });

  it('leaves a database of a newer version alone', async () => {
    const newer = new (await openSqlJs()).Database();
    newer.run('PRAGMA user_version = 99');
    const bytes = Buffer.from(newer.export());
    newer.close();
    const store = storage.window();
    valueOf(await store.audit.append(auditEntry('a')));
    storage.write('gatehouse.db', bytes);
    const id = await putText(store, 'text');
    assert.equal(await readText(store, id), 'text');
    await store.close();
    assert.deepEqual(storage.read('gatehouse.db'), bytes);
    const next = storage.window();
    assert.equal(await readText(next, id), 'text');
    assert.match(next.problems().map(inEnglish).join(), /newer version of Gatehouse/);
  });

  it('003-overflow-6: expired texts leave no bytes and no free pages behind', async () => {
    const store = storage.window();
    await putText(store, 'z'.repeat(500_000));
    await store.close();
    storage.clock.advance(8 * 86_400_000);
    const next = storage.window();
    await putText(next, 'fresh');
    await next.close();
    assert.ok(storage.read('gatehouse.db').length < 100_000);
    for (const name of storage.names()) assert.ok(!storage.read(name).includes('zzzz'), name);
  });

  it('loses nothing when a save fails, and reports it once', async () => {
    let full = false;
    const disk = createFaultyDisk((call) => (full && call === 'rename' ? 'ENOSPC' : undefined));
    const machine = createAwakeMachine(storage.clock, disk);
    const store = storage.window({ disk: machine.disk, journalLimit: 1000 });
    const ids = [await putText(store, 'one')];
    full = true;
    for (let count = 0; count < 10; count += 1) ids.push(await putText(store, 'x'.repeat(2000)));
    await machine.until(() => store.problems().length > 0, 1000);
    full = false;
    await store.close();
    assert.deepEqual(store.problems().map(inEnglish), [
      'Could not save the database: the disk is full. Nothing is lost: the journal contains the new records.',
    ]);
    const next = storage.window();
    const lengths = await Promise.all(ids.map(async (id) => (await readText(next, id)).length));
    assert.deepEqual(lengths, [3, ...Array.from({ length: 10 }, () => 2000)]);
  });
});
