import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../../../src/adapters/store/store';
import { anyChange, conversationModel } from '../../../fakes/conversation-model';
import { createTemporaryStore, valueOf, type TemporaryStore } from '../../../fakes/temporary-store';
import { times } from '../../../../soak';

describe('many chats in the store', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  const total = times(10_000);
  const idOf = (at: number) => `chat-${String(at).padStart(5, '0')}`;

  async function write(store: Store, id: string, words: string): Promise<void> {
    const entry = { part: 'transcript' as const, key: 'a', value: words, words };
    const change = { facts: { title: id }, put: [entry] };
    valueOf(await store.conversations.write(id, change));
  }

  /** All ids, page by page; `between` runs after each page. */
  async function walk(store: Store, text: string | undefined, between: () => Promise<void>) {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 200, ...(text !== undefined && { text }), ...(cursor && { cursor }) };
      const page = valueOf(await store.conversations.list(query));
      ids.push(...page.conversations.map(({ id }) => id));
      cursor = page.nextCursor;
      await between();
    } while (cursor !== undefined);
    return ids;
  }

  it(`${total} chats: pages and searches show each once while others are written`, async () => {
    const store = storage.window();
    for (let at = 0; at < total; at += 500) {
      const slice = Array.from({ length: 500 }, (_, more) => at + more);
      await Promise.all(slice.map((one) => write(store, idOf(one), `Wörter ${one % 10} %_`)));
      storage.clock.advance(1000);
    }
    let news = 0;
    const between = async () => {
      storage.clock.advance(1);
      news += 1;
      await write(store, `new-${news}`, 'something else');
    };
    const old = (ids: readonly string[]) => ids.filter((id) => id.startsWith('chat-')).sort();
    const all = Array.from({ length: total }, (_, at) => idOf(at));
    assert.deepEqual(old(await walk(store, undefined, between)), all);
    const found = all.filter((id, at) => at % 10 === 7 || id.includes('7'));
    assert.deepEqual(old(await walk(store, 'WÖRTER 7 %_ chat', between)), found);
    assert.deepEqual(await walk(store, 'nowhere', between), []);
  }).timeout(600_000);

  it('equal a plain model through restarts, saves and a second window', async () => {
    const ids = ['one', 'two'] as const;
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ id: fc.constantFrom(...ids), change: anyChange }) },
      { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'window' as const) },
      { weight: 1, arbitrary: fc.record({ deleted: fc.constantFrom(...ids) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const place = createTemporaryStore();
        const model = conversationModel();
        let store = place.window();
        for (const one of steps) {
          place.clock.advance(1000);
          if (one === 'restart') {
            await store.close();
            store = place.window();
          } else if (one === 'window') {
            // The previous window is still open, so this one writes its own journal.
            store = place.window();
          } else if ('deleted' in one) {
            model.delete(one.deleted);
            valueOf(await store.conversations.delete(one.deleted));
          } else {
            const written = await store.conversations.write(one.id, one.change);
            assert.equal(written.ok, !model.isDeleted(one.id));
            model.write(one.id, one.change, place.clock.now());
          }
        }
        for (const id of ids) {
          const found = await store.conversations.read(id);
          assert.deepEqual(found.ok ? found.value : undefined, model.read(id));
        }
        const page = valueOf(await store.conversations.list({ limit: 10 }));
        assert.deepEqual(
          page.conversations.map(({ id }) => id),
          model.ids(),
        );
        await place.dispose();
      }),
      { numRuns: times(25) },
    );
  }).timeout(600_000);
});
