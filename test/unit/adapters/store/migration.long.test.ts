import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { encodeOverflow } from '../../../../src/adapters/store/overflow-record';
import {
  encodeHead,
  encodeHeader,
  hashPayload,
} from '../../../../src/adapters/store/record-format';
import type { Store } from '../../../../src/adapters/store/store';
import { createFaultyDisk } from '../../fakes/faulty-disk';
import { oldDatabase } from '../../fakes/old-database';
import {
  createTemporaryStore,
  openSqlJs,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

describe('a storage of an older version', function () {
  this.timeout(600_000);
  let storage: TemporaryStore;
  const texts = new Map([1, 2, 3].map((count) => [randomUUID(), `old text ${count}`]));
  const summaries = new Map([[randomUUID(), 'old gist']]);
  const inJournal = { id: randomUUID(), text: 'in the old journal' };

  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  /** A saved database and a journal with one record, as the older version left them. */
  async function oldFiles(schema: 1 | 2): Promise<ReadonlyMap<string, Uint8Array>> {
    const at = storage.clock.now();
    const payload = encodeOverflow({
      ...{ id: inJournal.id, conversation: 'chat', createdAt: at, cut: false },
      content: Buffer.from(inJournal.text),
    });
    const hash = await hashPayload(payload);
    const head = encodeHead({ seq: 5, type: 1, length: payload.length, hash });
    return new Map([
      ['gatehouse.db', oldDatabase(await openSqlJs(), { schema, texts, summaries, at })],
      ['records.journal', Buffer.concat([encodeHeader(5), head, payload])],
    ]);
  }

  function lay(files: ReadonlyMap<string, Uint8Array>): void {
    for (const name of storage.names()) rmSync(path.join(storage.folder, name));
    for (const [name, bytes] of files) storage.write(name, bytes);
  }

  async function check(store: Store, schema: 1 | 2, label = ''): Promise<void> {
    for (const [id, text] of texts) assert.equal(await readText(store, id), text, label);
    assert.equal(await readText(store, inJournal.id), inJournal.text, label);
    const kept = valueOf(await store.summaries.list('chat')).map(({ text }) => text);
    assert.deepEqual(kept, schema === 1 ? [] : [...summaries.values()], label);
  }

  for (const schema of [1, 2] as const) {
    it(`is brought to this version with all that is in it: schema ${schema}`, async () => {
      const files = await oldFiles(schema);
      const maker = storage.window();
      await maker.health();
      await maker.close();
      await storage.window().close();
      lay(files);
      const store = storage.window();
      await check(store, schema);
      const id = await putText(store, 'new');
      await store.close();
      assert.equal(storage.read('gatehouse.db').includes('old text'), false);
      const next = storage.window();
      await check(next, schema);
      assert.equal(await readText(next, id), 'new');
      assert.equal(valueOf(await next.health()).outputs, 5);
      assert.deepEqual(next.problems(), []);
    });

    it(`loses nothing when it is killed at any step of that: schema ${schema}`, async () => {
      const files = await oldFiles(schema);
      const maker = storage.window();
      await maker.health();
      await maker.close();
      // The path of schema 1 is part of that of schema 2.
      for (let failing = 1; ; failing += schema === 1 ? 4 : 1) {
        lay(files);
        const disk = createFaultyDisk((_, count) => (count >= failing ? 'EIO' : undefined));
        const crashed = storage.window({ disk, journalLimit: failing % 2 === 0 ? 4 : 1_000_000 });
        await crashed.summaries.list('chat');
        await crashed.close();
        await disk.loseUnflushed(failing % 3);
        storage.clock.advance(120_000);
        const next = storage.window({ disk: createFaultyDisk(), journalLimit: 4 });
        await check(next, schema, `killed at call ${failing}`);
        await next.close();
        if (disk.calls.length < failing) break;
      }
    });
  }

  it('a second window leaves the old database to the main one', async () => {
    const main = storage.window();
    valueOf(await main.overflow.put({ conversationId: 'chat', text: 'x' }));
    const second = storage.window();
    const id = await putText(second, 'kept');
    storage.write('gatehouse.db', (await oldFiles(2)).get('gatehouse.db') ?? '');
    assert.equal(await readText(second, id), 'kept');
    assert.match(second.problems().join(), /still that of an older version/);
    await check(main, 2).catch(() => undefined);
    await main.close();
    for (const [old, text] of texts) assert.equal(await readText(second, old), text);
  });
});
