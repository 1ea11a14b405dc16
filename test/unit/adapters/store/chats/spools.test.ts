import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../../../src/adapters/store/store';
import type { OutputSpool } from '../../../../../src/core/ports/output-spools';
import type { SpooledOutput } from '../../../../../src/core/contracts/calls/spooled-output';
import { createFaultyDisk } from '../../../fakes/faulty-disk';
import {
  createTemporaryStore,
  limitsOf,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

const heldBytes = 1000;

describe('the spool of an output', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const spoolNames = () => storage.names().filter((name) => name.startsWith('spool-'));
  const spoolTexts = () => spoolNames().map((name) => storage.read(name).toString());

  async function printed(store: Store, lines: Iterable<string>): Promise<SpooledOutput> {
    const spool = store.spools.open(heldBytes, 'chat');
    for (const line of lines) await print(spool, line);
    const spooled = await spool.end();
    assert.ok(spooled);
    return spooled;
  }

  async function print(spool: OutputSpool, text: string): Promise<void> {
    spool.write(text);
    await spool.drained();
  }

  async function stored(store: Store, { id }: SpooledOutput): Promise<string> {
    const entry = { conversationId: 'chat', text: 'start and end', spooled: id };
    return valueOf(await store.overflow.put(entry));
  }

  it('003-overflow-1: holds all of an output, which is stored and read from the databases', async () => {
    const store = storage.window();
    const lines = numbered(20_000, 'ä😀');
    const spooled = await printed(store, lines);
    assert.equal(spooled.isWhole, true);
    assert.equal(spoolTexts()[0], lines.join(''));
    const id = await stored(store, spooled);
    assert.deepEqual(spoolNames(), []);
    assert.equal(await readText(store, id), lines.join(''));
    await store.close();
    const later = storage.window();
    assert.equal(await readText(later, id), lines.join(''));
    const part = { conversationId: 'chat', id, offset: 300_000, limit: 5 };
    const slice = valueOf(await later.overflow.read(part));
    assert.equal(slice.text, lines.join('').slice(300_000, 300_005));
  });

  it('003-overflow-8: what a command has printed so far is read and searched while it runs, and later by the same id', async () => {
    const store = storage.window();
    const spool = store.spools.open(heldBytes, 'chat');
    const lines = numbered(20_000);
    await print(spool, lines.join(''));
    const { id = '' } = spool.soFar() ?? {};
    assert.equal(await readText(store, id), lines.join(''));
    const read = { conversationId: 'chat', id: `overflow:${id}`, offset: 0, limit: 1000 };
    const found = valueOf(await store.overflow.read({ ...read, search: 'line 777 ' }));
    assert.equal(found.text, '778: line 777 ');
    await print(spool, 'more\n');
    assert.equal(await readText(store, id), `${lines.join('')}more\n`);
    const other = await store.overflow.read({ ...read, conversationId: 'other' });
    assert.equal(!other.ok && other.failure.errorCode, 'unavailable');
    const spooled = await spool.end();
    assert.ok(spooled);
    assert.equal(await stored(store, spooled), id);
    assert.deepEqual(spoolNames(), []);
    assert.equal(await readText(store, id), `${lines.join('')}more\n`);
  });

  it('003-secrets-1: no read of a running output shows a credential that its command has printed in part', async () => {
    const store = storage.window();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const spool = store.spools.open(heldBytes, 'chat');
    await print(spool, numbered(200).join(''));
    const { id = '' } = spool.soFar() ?? {};
    for (const part of [`token ${token.slice(0, 20)}`, token.slice(20, 30), token.slice(30)]) {
      await print(spool, part);
      assert.equal((await readText(store, id)).includes(token.slice(0, 10)), false);
    }
    await print(spool, '\nend\n');
    assert.match(await readText(store, id), /token \[REDACTED:github-token\]\nend\n$/);
    await spool.end();
  });

  it('003-overflow-5: of a running output, as much is read as is stored', async () => {
    const store = storage.window({ limits: limitsOf({ overflowMaxBytes: () => 100_000 }) });
    const spool = store.spools.open(heldBytes, 'chat');
    await print(spool, numbered(40_000).join(''));
    const { id = '' } = spool.soFar() ?? {};
    const text = await readText(store, id);
    assert.match(text, /^line 0 \n[^]*bytes omitted[^]*\nline 39999 \n$/);
    assert.equal(spool.soFar()?.isWhole, false);
    await spool.end();
  });

  it('leaves no trace of an output that memory holds', async () => {
    const store = storage.window();
    const spool = store.spools.open(heldBytes, 'chat');
    spool.write('x'.repeat(heldBytes));
    assert.equal(await spool.end(), undefined);
    spool.write('');
    assert.throws(() => storage.names(), /ENOENT/);
  });

  it('003-overflow-5: of more than the limit, whole lines of the start and the end are kept', async () => {
    const store = storage.window({ limits: limitsOf({ overflowMaxBytes: () => 100_000 }) });
    const lines = numbered(40_000);
    const spooled = await printed(store, lines);
    assert.equal(spooled.isWhole, false);
    assert.equal(spooled.bytes, lines.join('').length);
    assert.ok((spoolTexts()[0] ?? '').length <= 100_000);
    const text = await readText(store, await stored(store, spooled));
    assert.ok(text.length <= 100_000, String(text.length));
    const [head = '', count = '', tail = ''] = text.split(/\n\[(\d+) bytes omitted: [^\]]*\]\n/);
    assert.ok(lines.join('').startsWith(head) && lines.join('').endsWith(tail));
    assert.match(head.slice(-20), /\d \n$/);
    assert.match(tail.slice(0, 20), /^line \d+ \n/);
    assert.equal(head.length + Number(count) + tail.length, lines.join('').length);
  });

  it('cuts no character where lines are too long to be whole', async () => {
    const store = storage.window({ limits: limitsOf({ overflowMaxBytes: () => 30_000 }) });
    for (let shift = 0; shift < 4; shift += 1) {
      const text = 'x'.repeat(shift) + '😀'.repeat(30_000);
      const id = await stored(store, await printed(store, [text]));
      const kept = await readText(store, id);
      assert.match(kept, /^x*(?:😀)+\n\[\d+ bytes omitted: [^\]]*\]\n(?:😀)+$/u);
    }
  });

  it('003-secrets-1: holds no credential, also one that two writes divide', async () => {
    const store = storage.window();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const lines = [...numbered(200), `token ${token.slice(0, 20)}`, `${token.slice(20)}\n`];
    const spooled = await printed(store, [...lines, ...numbered(200)]);
    assert.deepEqual(spooled.kinds, ['github-token']);
    assert.equal(spoolTexts().join('').includes(token), false);
    const text = await readText(store, await stored(store, spooled));
    assert.match(text, /token \[REDACTED:github-token\]\n/);
  });

  it('is removed by the next window if its own was killed', async () => {
    const ids = 'aaaaaaaa-0000-4000-8000-000000000000';
    storage.write(`spool-${ids}.bbbbbbbb-0000-4000-8000-000000000000.txt`, 'left behind');
    const store = storage.window();
    await printed(store, numbered(1000));
    assert.equal(spoolTexts().length, 1);
    assert.equal(spoolTexts().includes('left behind'), false);
    const other = storage.window();
    valueOf(await other.overflow.put({ conversationId: 'chat', text: 'long' }));
    assert.equal(spoolNames().length, 1, 'a living window keeps its own');
    await store.close();
    assert.deepEqual(spoolNames(), []);
  });

  it('goes with all stored data', async () => {
    const store = storage.window();
    await printed(store, numbered(1000));
    valueOf(await store.erase());
    assert.deepEqual(spoolNames(), []);
  });

  it('falls back to what memory holds when the disk is full', async () => {
    let isFull = false;
    const disk = createFaultyDisk((call) => (isFull && call === 'write' ? 'ENOSPC' : undefined));
    const store = storage.window({ disk });
    valueOf(await store.overflow.put({ conversationId: 'chat', text: 'opens the folder' }));
    isFull = true;
    const spool = store.spools.open(heldBytes, 'chat');
    for (const line of numbered(1000)) await print(spool, line);
    assert.equal(await spool.end(), undefined);
    isFull = false;
    await store.close();
    assert.deepEqual(spoolNames(), []);
  });
});

/** Lines of text, numbered. */
function numbered(count: number, more = ''): readonly string[] {
  return Array.from({ length: count }, (_, index) => `line ${String(index)} ${more}\n`);
}
