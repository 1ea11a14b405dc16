import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { OverflowRead, OverflowSlice } from '../../../../../src/core/ports/conversations';
import {
  createTemporaryStore,
  limitsOf,
  openSqlJs,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

const dayMs = 86_400_000;

describe('the overflow store', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const read = (id: string, more: Partial<OverflowRead> = {}): OverflowRead => ({
    conversationId: 'chat',
    id,
    offset: 0,
    limit: 1000,
    ...more,
  });

  it('003-overflow-2: returns the whole text by bare and by prefixed id', async () => {
    const store = storage.window();
    const text = 'ä\0b\r\n😀\n';
    const id = await putText(store, text);
    assert.match(id, /^[\da-f-]{36}$/);
    for (const form of [id, `overflow:${id}`, ` overflow:${id.toUpperCase()} `]) {
      const slice = valueOf(await store.overflow.read(read(form)));
      assert.deepEqual(slice, { text, totalChars: text.length });
    }
  });

  it('stores an empty text', async () => {
    const store = storage.window();
    assert.equal(await readText(store, await putText(store, '')), '');
  });

  it('003-overflow-3: read_overflow of another conversation is not found', async () => {
    const store = storage.window();
    const id = await putText(store, 'mine');
    const other = await store.overflow.read(read(id, { conversationId: 'other' }));
    const unknown = await store.overflow.read(read('00000000-0000-4000-8000-000000000000'));
    assert.deepEqual(other, unknown);
    assert.equal(!other.ok && other.failure.errorCode, 'unavailable');
    assert.equal(!other.ok && other.failure.category, 'permanent_failure');
  });

  it('003-overflow-4: read_overflow validates the uuid before it asks the database', async () => {
    const store = storage.window({ openDatabase: () => Promise.reject(new Error('asked')) });
    const hostile = ['', 'overflow:', '../../etc/passwd', "' OR 1=1 --", '0'.repeat(36)];
    for (const id of hostile) {
      const result = await store.overflow.read(read(id));
      assert.equal(!result.ok && result.failure.errorCode, 'validation', id);
    }
  });

  it('reads in slices that join to the whole', async () => {
    const store = storage.window();
    const text = '0123456789😀'.repeat(50);
    const id = await putText(store, text);
    let joined = '';
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const slice: OverflowSlice = valueOf(
        await store.overflow.read(read(id, { offset, limit: 7 })),
      );
      assert.equal(slice.totalChars, text.length);
      assert.doesNotThrow(() => encodeURIComponent(slice.text));
      joined += slice.text;
      offset = slice.nextOffset;
    }
    assert.equal(joined, text);
  });

  it('returns only lines that contain the search text, with their numbers', async () => {
    const store = storage.window();
    const id = await putText(store, 'one\ntwo error\nthree\nerror four');
    const found = valueOf(await store.overflow.read(read(id, { search: 'error' })));
    assert.equal(found.text, '2: two error\n4: error four');
    const none = valueOf(await store.overflow.read(read(id, { search: 'absent' })));
    assert.deepEqual(none, { text: '', totalChars: 0 });
  });

  it('003-overflow-5: a text over max_overflow_bytes keeps head and tail and reports what is missing', async () => {
    const store = storage.window({ limits: limitsOf({ overflowMaxBytes: () => 1000 }) });
    const text = `START${'€'.repeat(5000)}END`;
    const kept = await readText(store, await putText(store, text));
    assert.ok(Buffer.byteLength(kept) <= 1000);
    assert.match(kept, /^START€+\n\[\d+ characters omitted: .*\]\n€+END$/);
    const missing = Number(/\[(\d+) characters/.exec(kept)?.[1]);
    assert.equal(kept.replace(/\n\[.*\]\n/, '').length + missing, text.length);
  });

  it('003-overflow-6: expired texts are removed at the first opening', async () => {
    const store = storage.window();
    const old = await putText(store, 'expired text');
    await store.close();
    storage.clock.advance(6 * dayMs);
    const later = storage.window();
    const fresh = await putText(later, 'fresh');
    assert.equal(await readText(later, old), 'expired text');
    await later.close();
    storage.clock.advance(2 * dayMs);
    const last = storage.window();
    assert.equal(await readText(last, fresh), 'fresh');
    assert.equal((await last.overflow.read(read(old))).ok, false);
    await last.close();
    assert.equal(storage.read('gatehouse.db').includes('expired text'), false);
  });

  it('an expired text does not return from the journal', async () => {
    const store = storage.window({ openDatabase: () => Promise.reject(new Error('no database')) });
    const id = await putText(store, 'expired text');
    await store.close();
    storage.clock.advance(8 * dayMs);
    assert.equal((await storage.window().overflow.read(read(id))).ok, false);
  });

  it('stays readable if the database cannot be loaded at first', async () => {
    let works = false;
    const openDatabase = () => (works ? openSqlJs() : Promise.reject(new Error('no wasm')));
    const store = storage.window({ openDatabase });
    const id = await putText(store, 'kept');
    const refused = await store.overflow.read(read(id));
    assert.equal(!refused.ok && refused.failure.errorCode, 'execution');
    works = true;
    assert.equal(await readText(store, id), 'kept');
  });
});
