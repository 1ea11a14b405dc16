import { formatSize } from '../../../../src/core/base/wording';
import { inEnglish } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { crc32 } from 'node:zlib';
import { createFaultyDisk } from '../../fakes/faulty-disk';
import type { Store } from '../../../../src/adapters/store/store';
import {
  createTemporaryStore,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
  type WindowOptions,
} from '../../fakes/temporary-store';

/** Keeps everything in the journal: without a database there is no save. */
const unsaved: WindowOptions = { openDatabase: () => Promise.reject(new Error('none')) };

describe('the record journal', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const journal = () => storage.journals()[0] ?? '';

  /** The folder with nothing but this journal, read by a new window. */
  async function openWith(bytes: Uint8Array | string): Promise<Store> {
    for (const name of storage.names()) storage.remove(name);
    storage.write(name, bytes);
    const window = storage.window();
    await window.health();
    return window;
  }
  const name = 'journal-of-a-dead-window.1.log';

  async function read(window: Store, ids: readonly string[]): Promise<readonly string[]> {
    const texts: string[] = [];
    for (const id of ids) texts.push(await readText(window, id).catch(() => 'gone'));
    return texts;
  }

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
    assert.ok(storage.read(journal()).includes('second'));
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

  it('leaves out a torn last record at any byte and keeps complete records', async () => {
    const ids = await store(['one', 'two', 'torn']);
    const whole = storage.read(journal());
    const last = startOfLast(whole);
    for (let size = last; size < whole.length; size += 1) {
      const window = await openWith(whole.subarray(0, size));
      const torn = size - last;
      const told = window
        .problems()
        .filter((text) => inEnglish(text).includes(`(${formatSize(torn)})`));
      assert.equal(told.length, torn > 0 ? 1 : 0);
      assert.deepEqual(await read(window, ids), ['one', 'two', 'gone']);
      await window.close();
      assert.deepEqual(storage.journals(), []);
    }
  });

  it('leaves out a last record of which any byte is changed', async () => {
    const ids = await store(['one', 'altered']);
    const whole = storage.read(journal());
    for (let at = startOfLast(whole); at < whole.length; at += 1) {
      const altered = Buffer.from(whole);
      altered.writeUInt8(altered.readUInt8(at) ^ 0x10, at);
      const window = await openWith(altered);
      assert.deepEqual(await read(window, ids), ['one', 'gone']);
      await window.close();
    }
  });

  it('keeps a damaged last record of full length aside, and does not call it torn', async () => {
    const ids = await store(['one', 'altered']);
    const altered = storage.read(journal());
    altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 0x10, altered.length - 1);
    const window = await openWith(altered);
    const problems = window.problems().map(inEnglish).join();
    assert.match(problems, /\.log is damaged: \d+ bytes cannot be read/);
    assert.doesNotMatch(problems, /ended in the middle of a record/);
    assert.deepEqual(await read(window, ids), ['one', 'gone']);
    await window.close();
    assert.deepEqual(storage.read(aside()), altered);
  });

  it('takes zeros after the last record, which a power cut leaves, for a torn end', async () => {
    await store(['one']);
    const window = await openWith(Buffer.concat([storage.read(journal()), Buffer.alloc(64)]));
    assert.match(window.problems().map(inEnglish).join(), /was removed \(64 bytes\)/);
    await window.close();
    assert.equal(aside(), '');
  });

  it('sets aside a file that is not a journal, without deleting it', async () => {
    const window = await openWith((await store(['one']), 'not a journal at all'));
    const id = await putText(window, 'new');
    assert.equal(await readText(window, id), 'new');
    assert.match(window.problems().map(inEnglish).join(), /is damaged: 20 bytes cannot be read/);
    await window.close();
    assert.equal(storage.read(aside()).toString(), 'not a journal at all');
  });

  it('skips, counts and keeps records of unknown kinds', async () => {
    const ids = await store(['one']);
    const json = '{"kind":"from the future"}';
    const line = `${crc32(json).toString(16).padStart(8, '0')} ${json.length} ${json}\n`;
    const window = await openWith(Buffer.concat([storage.read(journal()), Buffer.from(line)]));
    assert.deepEqual(await read(window, ids), ['one']);
    assert.match(window.problems().map(inEnglish).join(), /1 stored record is of an unknown kind/);
    await window.close();
    assert.ok(storage.read(aside('skipped')).includes('from the future'));
    assert.deepEqual(storage.journals(), []);
  });

  it('replay is idempotent: a journal that was already saved adds nothing', async () => {
    const ids = await store(['one', 'two']);
    const [own, bytes] = [journal(), storage.read(journal())];
    const first = storage.window();
    assert.deepEqual(await read(first, ids), ['one', 'two']);
    await first.close();
    storage.write(own, bytes);
    const second = storage.window();
    assert.deepEqual(await read(second, ids), ['one', 'two']);
    await putText(second, 'three');
    await second.close();
    assert.equal(valueOf(await storage.window().health()).outputs, 3);
  });

  function aside(why = 'corrupt'): string {
    return storage.names().find((one) => one.includes(`.log.${why}-`)) ?? '';
  }
});

function startOfLast(whole: Buffer): number {
  return whole.lastIndexOf('\n', -2) + 1;
}
