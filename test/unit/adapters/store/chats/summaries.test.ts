import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import {
  compactionMethods,
  type SummaryRecord,
} from '../../../../../src/core/contracts/chats/conversation';
import { createFaultyDisk } from '../../../fakes/faulty-disk';
import { storedSummaries } from '../../../fakes/stored-summaries';
import { summaryRecord } from '../../../fakes/summary-record';
import {
  createTemporaryStore,
  limitsOf,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
  type WindowOptions,
} from '../../../fakes/temporary-store';

const dayMs = 86_400_000;

/** Keeps everything in the journal: without a database there is no save. */
const unsaved: WindowOptions = { openDatabase: () => Promise.reject(new Error('none')) };

describe('stored summaries', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  /** Records with the store's time, one second apart. */
  const record = (index: number, more: Partial<SummaryRecord> = {}): SummaryRecord =>
    summaryRecord(compactionMethods[index % 3] ?? 'manual', {
      at: storage.clock.now() + index * 1000,
      ...more,
    });

  async function keep(records: readonly SummaryRecord[], options = unsaved): Promise<void> {
    const window = storage.window(options);
    for (const one of records) valueOf(await window.summaries.add(one));
    await window.close();
  }

  const weekly = { limits: limitsOf({ summariesRetentionDays: () => 7 }) };

  async function listed(
    conversationId = 'chat',
    options: WindowOptions = {},
  ): Promise<readonly SummaryRecord[]> {
    return storedSummaries(storage, conversationId, options);
  }

  it('000-compress-4: each compression is returned completely, oldest first, with its own method', async () => {
    const store = storage.window();
    const text = 'facts\0\r\n\u{1F600}';
    const records = [record(2, { text }), record(0), record(1)];
    for (const one of records) valueOf(await store.summaries.add(one));
    await store.close();
    const found = await listed();
    assert.deepEqual(found, [record(0), record(1), record(2, { text })]);
    assert.deepEqual(
      found.map(({ method }) => method),
      ['triggered', 'manual', 'autonomous'],
    );
  });

  it('keep chats apart', async () => {
    await keep([record(0), record(1, { conversationId: 'other' })]);
    assert.deepEqual(await listed(), [record(0)]);
    assert.deepEqual(await listed('other'), [record(1, { conversationId: 'other' })]);
    assert.deepEqual(await listed('nobody'), []);
  });

  it('a record is flushed before it is acknowledged', async () => {
    const disk = createFaultyDisk();
    const store = storage.window({ disk });
    valueOf(await store.summaries.add(record(0)));
    const start = disk.calls.length;
    valueOf(await store.summaries.add(record(1, { text: 'second' })));
    assert.deepEqual(disk.calls.slice(start), ['write', 'flush']);
    assert.ok(storage.read(storage.journals()[0] ?? '').includes('second'));
  });

  it('a record that the disk rejects is not a success', async () => {
    let full = false;
    const disk = createFaultyDisk((call) => (full && call === 'flush' ? 'ENOSPC' : undefined));
    const store = storage.window({ disk });
    valueOf(await store.summaries.add(record(0)));
    full = true;
    const refused = await store.summaries.add(record(1));
    full = false;
    assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
    await store.close();
    assert.deepEqual(await listed(), [record(0)]);
  });

  it('survive windows that saved and windows that never did', async () => {
    await keep([record(0)]);
    await keep([record(1)], {});
    await keep([record(2)]);
    assert.deepEqual(await listed(), [record(0), record(1), record(2)]);
  });

  it('replay is idempotent: a journal that was already saved adds nothing', async () => {
    await keep([record(0), record(1)]);
    const [name = ''] = storage.journals();
    const journal = storage.read(name);
    assert.equal((await listed()).length, 2);
    assert.deepEqual(storage.journals(), []);
    storage.write(name, journal);
    assert.deepEqual(await listed(), [record(0), record(1)]);
  });

  it('a torn last record is removed at any byte, complete records stay', async () => {
    await keep([record(0), record(1)]);
    const [name = ''] = storage.journals();
    const both = storage.read(name);
    const whole = both.lastIndexOf('\n', -2) + 1;
    for (let size = whole; size < both.length; size += 7) {
      for (const old of storage.names()) storage.remove(old);
      storage.write(name, both.subarray(0, size));
      assert.deepEqual(await listed(), [record(0)]);
    }
  });

  it('share a journal with texts, in any order', async () => {
    const store = storage.window(unsaved);
    const first = await putText(store, 'one');
    valueOf(await store.summaries.add(record(0)));
    const second = await putText(store, 'two');
    valueOf(await store.summaries.add(record(1)));
    await store.close();
    const next = storage.window();
    assert.equal(await readText(next, first), 'one');
    assert.equal(await readText(next, second), 'two');
    assert.deepEqual(next.problems(), []);
    await next.close();
    assert.equal((await listed()).length, 2);
  });

  it('of a second window are there after both have closed', async () => {
    const first = storage.window();
    valueOf(await first.summaries.add(record(0)));
    const second = storage.window();
    valueOf(await second.summaries.add(record(1)));
    await second.close();
    await first.close();
    assert.deepEqual(await listed(), [record(0), record(1)]);
  });

  it('expire after their own time, and leave no bytes', async () => {
    await keep([record(0, { text: 'expired gist' })], weekly);
    storage.clock.advance(8 * dayMs);
    await keep([record(1)], weekly);
    assert.deepEqual(await listed('chat', weekly), [record(1)]);
    for (const name of storage.names()) {
      assert.equal(storage.read(name).includes('expired gist'), false, name);
    }
  });

  it('are kept as long as their chat where no time is set', async () => {
    await keep([record(0)], {});
    storage.clock.advance(4000 * dayMs);
    await keep([record(1)], {});
    assert.equal((await listed()).length, 2);
  });

  it('do not return from the journal once expired', async () => {
    await keep([record(0)]);
    storage.clock.advance(8 * dayMs);
    assert.deepEqual(await listed('chat', weekly), []);
  });

  it('keep their chat after its texts have expired', async () => {
    const store = storage.window();
    await putText(store, 'old');
    await store.close();
    storage.clock.advance(6 * dayMs);
    await keep([record(0)], {});
    storage.clock.advance(2 * dayMs);
    await keep([record(1, { conversationId: 'other' })], {});
    assert.equal((await listed()).length, 1);
  });
});
