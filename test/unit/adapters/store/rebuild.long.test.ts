import { asIs, inEnglish } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../fakes/audit-entry';
import { said, say } from '../../fakes/store-chats';
import { storedSummaries } from '../../fakes/stored-summaries';
import { summaryRecord } from '../../fakes/summary-record';
import {
  createTemporaryStore,
  listedIds,
  openSqlJs,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

const journalLimit = 4;
const unsaved = { openDatabase: () => Promise.reject(new Error('none')) };

describe('rebuilding the databases', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const setAside = () => storage.names().filter((name) => name.includes('.corrupt-'));

  type Damage = readonly [name: string, harm: () => void];
  const damages: readonly Damage[] = [
    ['deleted', () => rmSync(path.join(storage.folder, 'gatehouse.db'), { force: true })],
    ['garbage', () => storage.write('gatehouse.db', 'garbage')],
    ['empty', () => storage.write('gatehouse.db', '')],
    [
      'cut in half',
      () => {
        if (!storage.names().includes('gatehouse.db')) return;
        const bytes = storage.read('gatehouse.db');
        storage.write('gatehouse.db', bytes.subarray(0, bytes.length / 2));
      },
    ],
  ];

  for (const [name, harm] of damages) {
    it(`finds every record at each stage of the storage: ${name}`, async () => {
      const texts = new Map<string, string>();
      let summaries = 0;
      for (const stage of ['first', 'second', 'third', 'window']) {
        const store = storage.window({ journalLimit: stage === 'second' ? 1_000_000 : 4 });
        texts.set(await putText(store, `text ${stage}`), `text ${stage}`);
        for (let count = 0; count < 5; count += 1) await say(store, 'chat', stage, 'same');
        await say(store, 'chat', stage);
        valueOf(await store.summaries.add(summaryRecord('manual', { text: stage })));
        valueOf(await store.audit.append(auditEntry(stage)));
        if (stage === 'window') {
          const second = storage.window();
          texts.set(await putText(second, 'second'), 'second');
          await second.close();
        }
        const before = {
          chat: await said(store, 'chat'),
          calls: await listedIds(store),
        };
        await store.close();
        harm();
        const next = storage.window();
        for (const [id, text] of texts) assert.equal(await readText(next, id), text, stage);
        assert.deepEqual(await said(next, 'chat'), before.chat, stage);
        assert.deepEqual(await listedIds(next), before.calls, stage);
        await next.close();
        summaries += 1;
        assert.equal((await storedSummaries(storage)).length, summaries, stage);
      }
      if (name !== 'deleted') assert.ok(setAside().length > 0);
    });
  }

  it('keeps the rest when the file of a chat is damaged, which is set aside', async () => {
    const store = storage.window();
    await say(store, 'chat-one', 'lost');
    await say(store, 'chat-two', 'kept');
    await store.close();
    storage.write('chats/chat-one.db', 'garbage');
    const next = storage.window();
    assert.deepEqual(await said(next, 'chat-one'), []);
    assert.deepEqual(await said(next, 'chat-two'), ['kept']);
    await say(next, 'chat-one', 'new');
    await next.close();
    assert.match(next.problems().map(inEnglish).join(), /chats.chat-one\.db could not be used/);
    assert.equal(storage.read(setAside()[0] ?? '').toString(), 'garbage');
    assert.deepEqual(await said(storage.window(), 'chat-one'), ['new']);
  });

  it('makes the rows of the audit log again when one of their databases is damaged', async () => {
    const store = storage.window();
    for (const id of ['a', 'b', 'c']) valueOf(await store.audit.append(auditEntry(id)));
    assert.deepEqual(await listedIds(store), ['c', 'b', 'a']);
    await store.close();
    for (const harm of ['garbage', undefined]) {
      if (harm === undefined) storage.remove('audit.00001.db');
      else storage.write('audit.00001.db', harm);
      const next = storage.window();
      assert.deepEqual(await listedIds(next), ['c', 'b', 'a']);
      await next.close();
    }
  });

  it('loses one record to damage in the middle of the journal, and keeps the rest', async () => {
    const store = storage.window(unsaved);
    const ids: string[] = [];
    for (const text of ['first', 'DAMAGE', 'third']) ids.push(await putText(store, text));
    await store.close();
    const [journal = ''] = storage.journals();
    const bytes = storage.read(journal);
    bytes.writeUInt8(0, bytes.indexOf('DAMAGE'));
    storage.write(journal, bytes);
    const next = storage.window();
    assert.equal(await readText(next, await putText(next, 'fourth')), 'fourth');
    assert.equal(await readText(next, ids[2] ?? ''), 'third');
    assert.equal(await readText(next, ids[0] ?? ''), 'first');
    assert.equal(valueOf(await next.health()).droppedBytes, 0);
    await next.close();
    const [copy = ''] = setAside();
    assert.match(copy, /journal-.*\.log\.corrupt-/);
    assert.deepEqual(storage.read(copy), bytes);
  });

  it('makes the list and the rows of the audit log again from those of version 4', async () => {
    const store = storage.window({ journalLimit });
    const id = await putText(store, 'old');
    await say(store, 'chat', 'kept');
    await say(store, 'gone', 'deleted');
    valueOf(await store.conversations.delete('gone'));
    for (const call of ['a', 'b']) valueOf(await store.audit.append(auditEntry(call)));
    assert.deepEqual(await listedIds(store), ['b', 'a']);
    await store.close();
    for (const name of ['gatehouse.db', 'audit.00001.db']) {
      const older = new (await openSqlJs()).Database();
      older.run('CREATE TABLE audit (at INTEGER NOT NULL); PRAGMA user_version = 4');
      storage.write(name, older.export());
      older.close();
    }
    for (const stage of ['first', 'second']) {
      const next = storage.window();
      assert.deepEqual(await said(next, 'chat'), ['kept'], stage);
      assert.equal(await said(next, 'gone'), undefined, stage);
      assert.equal(await readText(next, id), 'old', stage);
      assert.deepEqual(await listedIds(next), ['b', 'a'], stage);
      assert.deepEqual(next.problems(), [], stage);
      await next.close();
    }
  });

  it('leaves a database of a newer version alone and reads what it understands', async () => {
    const store = storage.window({ journalLimit });
    const id = await putText(store, 'old');
    await store.close();
    const newer = new (await openSqlJs()).Database();
    newer.run('PRAGMA user_version = 99');
    const bytes = Buffer.from(newer.export());
    newer.close();
    storage.write('gatehouse.db', bytes);
    const next = storage.window({ journalLimit });
    await say(next, 'chat', 'kept');
    assert.equal(await readText(next, id), 'old');
    assert.deepEqual(await said(next, 'chat'), ['kept']);
    assert.match(inEnglish(valueOf(await next.health()).readOnly ?? asIs('')), /newer version/);
    await next.close();
    assert.deepEqual(storage.read('gatehouse.db'), bytes);
    const again = storage.window();
    assert.deepEqual(await said(again, 'chat'), ['kept']);
    assert.equal(await readText(again, id), 'old');
  });
});
