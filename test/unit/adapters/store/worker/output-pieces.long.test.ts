import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../../../src/adapters/store/store';
import {
  createTemporaryStore,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

const noDatabase = () => Promise.reject(new Error('no database'));

describe('an output in pieces', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  async function putSpooled(store: Store, text: string): Promise<string> {
    const spool = store.spools.open(1000, 'chat');
    for (let at = 0; at < text.length; at += 100_000) {
      spool.write(text.slice(at, at + 100_000));
      await spool.drained();
    }
    const { id } = (await spool.end()) ?? {};
    assert.ok(id);
    return valueOf(await store.overflow.put({ conversationId: 'chat', text: 'part', spooled: id }));
  }

  /** Text that differs everywhere; more than one file of a chat holds. */
  const large = Array.from({ length: 1_300_000 }, (_, index) => `${String(index)}\n`).join('');

  const journalOf = () => storage.journals().map((name) => [name, storage.read(name)] as const);
  const putBack = (files: ReturnType<typeof journalOf>) => {
    for (const [name, bytes] of files) storage.write(name, bytes);
  };

  it('is read across the files of a chat, and again when its journal is applied again', async () => {
    const store = storage.window({ openDatabase: noDatabase });
    const id = await putSpooled(store, large);
    const other = await putText(store, 'other');
    await store.close();
    const journal = journalOf();
    const second = storage.window();
    assert.ok((await readText(second, id)) === large);
    await second.close();
    assert.equal(storage.names().filter((name) => name.startsWith('chats')).length, 2);
    for (const isLost of [false, true]) {
      putBack(journal);
      if (isLost) storage.remove('gatehouse.db');
      const later = storage.window();
      assert.ok((await readText(later, id)) === large, String(isLost));
      assert.equal(await readText(later, other), 'other');
      await later.close();
      const last = storage.window();
      assert.ok((await readText(last, id)) === large, String(isLost));
      await last.close();
    }
  });

  it('is not visible in part: a journal that ends between two pieces loses no other text', async () => {
    const store = storage.window({ openDatabase: noDatabase });
    const other = await putText(store, 'other');
    const id = await putSpooled(store, large.slice(0, 1_000_000));
    await store.close();
    const [[name, bytes] = ['', Buffer.alloc(0)]] = journalOf();
    storage.write(name, bytes.subarray(0, bytes.length / 2));
    const later = storage.window();
    const read = { conversationId: 'chat', id, offset: 0 };
    for (const limit of [10, 10_000_000]) {
      assert.equal((await later.overflow.read({ ...read, limit })).ok, false);
    }
    assert.equal(await readText(later, other), 'other');
  });
});
