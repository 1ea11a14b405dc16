import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as z from 'zod';
import { createFaultyDisk } from '../../fakes/faulty-disk';
import { storedSummaries } from '../../fakes/stored-summaries';
import { said } from '../../fakes/store-chats';
import {
  createTemporaryStore,
  limitsOf,
  listedIds,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';
import { stride } from '../../../soak';

/** A folder as versions left it that kept all content in journals and segments. */
const fixture = z
  .object({
    chats: z.record(z.string(), z.object({ info: z.unknown(), entries: z.unknown() })),
    texts: z.record(z.string(), z.string()),
    summaries: z.array(z.unknown()),
    files: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(fixtureFile(), 'utf8')));

const limits = limitsOf({ overflowRetentionDays: () => 36_500 });

describe('a storage folder of an earlier version', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
    lay();
  });
  afterEach(() => storage.dispose());

  function lay(): void {
    for (const name of existsSync(storage.folder) ? storage.names() : []) storage.remove(name);
    for (const [name, bytes] of Object.entries(fixture.files)) {
      storage.write(name, Buffer.from(bytes, 'base64'));
    }
  }

  const old = () => storage.names().filter((name) => name.startsWith('records'));

  async function checkAll(): Promise<void> {
    const store = storage.window({ limits });
    for (const [id, chat] of Object.entries(fixture.chats)) {
      assert.deepEqual(valueOf(await store.conversations.read(id)), chat);
    }
    for (const [id, text] of Object.entries(fixture.texts)) {
      const found = await Promise.all(
        Object.keys(fixture.chats).map((conversationId) =>
          store.overflow.read({ conversationId, id, offset: 0, limit: 1_000_000 }),
        ),
      );
      assert.deepEqual(
        found.flatMap((read) => (read.ok ? [read.value.text] : [])),
        [text],
      );
    }
    assert.equal(await said(store, 'gone'), undefined);
    assert.deepEqual(await listedIds(store), ['call-2', 'call-1', 'call-0']);
    const found = valueOf(await store.conversations.list({ limit: 10, text: 'replaced' }));
    assert.deepEqual(
      found.conversations.map(({ id }) => id),
      ['chat'],
    );
    assert.equal((await store.conversations.write('gone', {})).ok, false);
    assert.deepEqual(store.problems(), []);
    await store.close();
    const summaries = await storedSummaries(storage, 'chat', { limits });
    for (const one of fixture.summaries) assert.ok(summaries.some((each) => isSame(each, one)));
  }

  it('keeps everything, at its first use and after it was saved', async () => {
    assert.ok(old().length > 3);
    await checkAll();
    assert.deepEqual(old(), []);
    await checkAll();
  });

  it('keeps everything of journals as version 4 named them', async () => {
    for (const [count, name] of old().entries()) {
      const bytes = storage.read(name);
      storage.remove(name);
      storage.write(`journal-of-a-window-${count}.1.wal`, bytes);
    }
    await checkAll();
    assert.deepEqual(
      storage.names().filter((name) => name.endsWith('.wal')),
      [],
    );
    await checkAll();
  });

  it('keeps everything after a crash at any call of the disk', async () => {
    for (let failing = 1; ; failing += stride * 7) {
      lay();
      const disk = createFaultyDisk((_, count) => (count >= failing ? 'EIO' : undefined));
      const crashed = storage.window({ disk, limits });
      await crashed.health();
      await crashed.close();
      storage.clock.advance(120_000);
      await checkAll();
      if (disk.calls.length < failing) break;
    }
  }).timeout(120_000);
});

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function fixtureFile(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return path.join(folder, 'test/fixtures/store/folder-of-version-3.json');
}
