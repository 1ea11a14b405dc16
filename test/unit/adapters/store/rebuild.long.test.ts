import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../fakes/audit-entry';
import { said, say } from '../../fakes/store-chats';
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

describe('rebuilding the database from the records', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const setAside = () => storage.names().filter((name) => name.includes('.corrupt-'));
  const segment = () => storage.names().find((name) => name.endsWith('.segment')) ?? '';

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
      // Only the journal, one segment, two, a compacted one, and that of another window.
      for (const stage of ['journal', 'segment', 'two', 'compacted', 'window']) {
        const store = storage.window({ journalLimit: stage === 'journal' ? 1_000_000 : 4 });
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
          summaries: valueOf(await store.summaries.list('chat')),
          calls: await listedIds(store),
        };
        await store.close();
        harm();
        const next = storage.window();
        for (const [id, text] of texts) assert.equal(await readText(next, id), text, stage);
        assert.deepEqual(await said(next, 'chat'), before.chat, stage);
        assert.deepEqual(valueOf(await next.summaries.list('chat')), before.summaries, stage);
        assert.deepEqual(await listedIds(next), before.calls, stage);
        await next.close();
      }
      if (name !== 'deleted') assert.ok(setAside().length > 0);
    });
  }

  it('loses only the damaged record of a segment, reports it and keeps a copy', async () => {
    const store = storage.window({ journalLimit: 1_000_000 });
    const ids: string[] = [];
    for (const text of ['first', 'DAMAGE', 'third']) ids.push(await putText(store, text));
    await store.close();
    const sealing = storage.window({ journalLimit });
    await putText(sealing, 'last');
    await sealing.close();
    const bytes = storage.read(segment());
    bytes.writeUInt8(0, bytes.indexOf('DAMAGE'));
    storage.write(segment(), bytes);

    const reading = storage.window();
    const refused = await reading.overflow.read({
      ...{ conversationId: 'chat', id: ids[1] ?? '', offset: 0, limit: 9 },
    });
    assert.match(refused.ok ? '' : refused.failure.message, /damaged on disk/);
    assert.match(reading.problems().join(), /1 stored texts can no longer be read/);
    await reading.close();

    storage.write('gatehouse.db', 'garbage');
    const next = storage.window({ journalLimit });
    assert.equal(await readText(next, ids[0] ?? ''), 'first');
    assert.equal(await readText(next, ids[2] ?? ''), 'third');
    await assert.rejects(readText(next, ids[1] ?? ''), /unavailable/);
    assert.match(next.problems().join(), /is damaged: \d+ bytes cannot be read/);
    const copy = setAside().find((name) => name.includes('segment.corrupt-')) ?? '';
    assert.deepEqual(storage.read(copy), bytes);
    assert.deepEqual(valueOf(await next.health()).setAside, setAside());
  });

  it('loses one record to damage in the middle of the journal, and keeps the rest', async () => {
    const store = storage.window();
    const ids: string[] = [];
    for (const text of ['first', 'DAMAGE', 'third']) ids.push(await putText(store, text));
    await store.close();
    const bytes = storage.read('records.journal');
    bytes.writeUInt8(0, bytes.indexOf('DAMAGE'));
    storage.write('records.journal', bytes);
    rmSync(path.join(storage.folder, 'gatehouse.db'));
    const next = storage.window();
    assert.equal(await readText(next, await putText(next, 'fourth')), 'fourth');
    assert.equal(await readText(next, ids[2] ?? ''), 'third');
    assert.equal(await readText(next, ids[0] ?? ''), 'first');
    assert.equal(valueOf(await next.health()).droppedBytes, 0);
    assert.match(setAside().join(), /records\.journal\.corrupt-/);
  });

  it('finds records after an unreadable header', async () => {
    const store = storage.window();
    const id = await putText(store, 'kept');
    await store.close();
    const bytes = storage.read('records.journal');
    storage.write('records.journal', bytes.fill(0, 0, 8));
    const next = storage.window();
    assert.equal(await readText(next, id), 'kept');
    const more = await putText(next, 'more');
    await next.close();
    assert.equal(await readText(storage.window(), more), 'more');
  });

  it('loses only the records of a removed segment', async () => {
    const store = storage.window({ journalLimit });
    const lost = await putText(store, 'lost');
    await store.close();
    rmSync(path.join(storage.folder, segment()));
    const next = storage.window();
    const id = await putText(next, 'kept');
    assert.equal(await readText(next, id), 'kept');
    await assert.rejects(readText(next, lost), /unavailable/);
    assert.match(next.problems().join(), /a record file that it names is missing/);
  });

  it('leaves a database of a newer version alone and reads everything from the records', async () => {
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
    assert.match(valueOf(await next.health()).readOnly ?? '', /newer version/);
    await next.close();
    assert.deepEqual(storage.read('gatehouse.db'), bytes);
    const again = storage.window();
    assert.deepEqual(await said(again, 'chat'), ['kept']);
    assert.equal(await readText(again, id), 'old');
  });
});
