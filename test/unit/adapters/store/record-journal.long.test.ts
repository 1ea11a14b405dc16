import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { encodeHead, hashPayload } from '../../../../src/adapters/store/journal/format';
import type { StoreOptions } from '../../../../src/adapters/store/store';
import { createFaultyDisk } from '../../fakes/faulty-disk';
import {
  createTemporaryStore,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

/** Keeps everything in the journal: without a database there is no save. */
const unsaved: Partial<StoreOptions> = { openDatabase: () => Promise.reject(new Error('none')) };

describe('the record journal', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  async function store(texts: readonly string[]): Promise<readonly string[]> {
    const window = storage.window(unsaved);
    const ids: string[] = [];
    for (const text of texts) ids.push(await putText(window, text));
    await window.close();
    return ids;
  }

  it('flushes a text before its reference is returned', async () => {
    const disk = createFaultyDisk();
    const window = storage.window({ disk });
    await putText(window, 'first');
    const start = disk.calls.length;
    await putText(window, 'second');
    assert.deepEqual(disk.calls.slice(start), ['write', 'flush']);
    assert.ok(storage.read('records.journal').includes('second'));
  });

  it('the cost of a write does not grow with the journal', async () => {
    const disk = createFaultyDisk();
    const window = storage.window({ disk });
    await putText(window, 'same');
    const cost = async () => {
      const before = { calls: disk.calls.length, bytes: disk.bytesWritten };
      await putText(window, 'same');
      return [disk.calls.slice(before.calls), disk.bytesWritten - before.bytes];
    };
    const early = await cost();
    await Promise.all(Array.from({ length: 200 }, () => putText(window, 'x'.repeat(10_000))));
    assert.deepEqual(await cost(), early);
  });

  it('removes a torn last record at any byte and keeps complete records', async () => {
    const ids = await store(['one', 'two', 'torn']);
    const whole = storage.read('records.journal');
    const last = (await sizeWithout(storage, whole, 'torn')) ?? 0;
    for (let size = last; size < whole.length; size += 1) {
      storage.write('records.journal', whole.subarray(0, size));
      const window = storage.window(unsaved);
      await putText(window, 'next');
      const torn = size - last;
      const told = window.problems().filter((text) => text.includes(`${torn} bytes were removed`));
      assert.equal(told.length, torn > 0 ? 1 : 0);
      await window.close();
      assert.ok(storage.read('records.journal').subarray(0, last).equals(whole.subarray(0, last)));
    }
    const window = storage.window();
    assert.deepEqual(await Promise.all(ids.slice(0, 2).map((id) => readText(window, id))), [
      'one',
      'two',
    ]);
    await assert.rejects(readText(window, ids[2] ?? ''));
  });

  it('removes garbage after the last record, whichever byte is changed', async () => {
    const ids = await store(['one', 'altered']);
    const whole = storage.read('records.journal');
    const last = (await sizeWithout(storage, whole, 'altered')) ?? 0;
    for (let at = last; at < whole.length; at += 1) {
      const altered = Buffer.from(whole);
      altered.writeUInt8(altered.readUInt8(at) ^ 0x10, at);
      storage.write('records.journal', altered);
      const window = storage.window(unsaved);
      await putText(window, 'next');
      await window.close();
      assert.equal(storage.read('records.journal').includes('altered'), false);
    }
    assert.equal(await readText(storage.window(), ids[0] ?? ''), 'one');
  });

  it('keeps a damaged last record of full length aside, and does not call it torn', async () => {
    const ids = await store(['one', 'altered']);
    const whole = storage.read('records.journal');
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(whole.length - 1) ^ 0x10, whole.length - 1);
    storage.write('records.journal', altered);
    const window = storage.window(unsaved);
    await putText(window, 'next');
    const problems = window.problems().join();
    assert.match(problems, /records\.journal is damaged: \d+ bytes cannot be read/);
    assert.doesNotMatch(problems, /ended in the middle of a record/);
    const aside = storage.names().find((name) => name.startsWith('records.journal.corrupt-')) ?? '';
    assert.deepEqual(storage.read(aside), altered);
    await window.close();
    assert.equal(await readText(storage.window(), ids[0] ?? ''), 'one');
  });

  it('takes zeros after the last record, which a power cut leaves, for a torn end', async () => {
    await store(['one']);
    const whole = storage.read('records.journal');
    storage.write('records.journal', Buffer.concat([whole, Buffer.alloc(64)]));
    const window = storage.window(unsaved);
    await putText(window, 'next');
    assert.match(window.problems().join(), /64 bytes were removed/);
    assert.ok(!storage.names().some((name) => name.includes('.corrupt-')));
    await window.close();
  });

  it('sets aside a file that is not a journal, without deleting it', async () => {
    await store(['one']);
    storage.write('records.journal', 'not a journal at all');
    const window = storage.window();
    const id = await putText(window, 'new');
    assert.equal(await readText(window, id), 'new');
    const aside = storage.names().find((name) => name.startsWith('records.journal.corrupt-')) ?? '';
    assert.equal(storage.read(aside).toString(), 'not a journal at all');
    assert.match(window.problems().join(), /A record journal could not be read/);
  });

  it('skips, counts and keeps records of unknown kinds', async () => {
    const [id = ''] = await store(['one']);
    const payload = Buffer.from('from the future');
    const hash = await hashPayload(payload);
    const head = encodeHead({ seq: 99, type: 7, length: payload.length, hash });
    const journal = Buffer.concat([storage.read('records.journal'), head, payload]);
    storage.write('records.journal', journal);
    const window = storage.window({ journalLimit: 4 });
    assert.equal(await readText(window, id), 'one');
    await window.close();
    assert.ok(storage.read('records-1.segment').includes('from the future'));
    assert.match(window.problems().join(), /1 stored records are of an unknown kind/);
    // Most of the segment is dead later: unknown records move with the rest.
    storage.clock.advance(8 * 86_400_000);
    const later = storage.window({ journalLimit: 4 });
    await putText(later, 'two');
    await later.close();
    const kept = storage.names().filter((name) => name.endsWith('.segment'));
    assert.ok(kept.some((name) => storage.read(name).includes('from the future')));
    assert.ok(!kept.some((name) => storage.read(name).includes('one')));
  });

  it('replay is idempotent: a journal that was already saved adds nothing', async () => {
    const ids = await store(['one', 'two']);
    const journal = storage.read('records.journal');
    const first = storage.window();
    await readText(first, ids[0] ?? '');
    await first.close();
    storage.write('records.journal', journal);
    const second = storage.window();
    assert.deepEqual(await Promise.all(ids.map((id) => readText(second, id))), ['one', 'two']);
    await putText(second, 'three');
    await second.close();
    assert.equal(valueOf(await storage.window().health()).outputs, 3);
  });
});

/** Size of a journal without its last record, that of `text`. */
async function sizeWithout(
  storage: TemporaryStore,
  whole: Buffer,
  text: string,
): Promise<number | undefined> {
  const window = storage.window(unsaved);
  storage.write('records.journal', whole.subarray(0, whole.length - 1));
  await putText(window, 'probe');
  await window.close();
  const torn = /: (\d+) bytes were removed/.exec(window.problems().join())?.[1];
  assert.ok(torn !== undefined && Number(torn) > text.length);
  return whole.length - 1 - Number(torn);
}
