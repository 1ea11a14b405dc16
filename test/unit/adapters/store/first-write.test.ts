import assert from 'node:assert/strict';
import { createTemporaryStore, valueOf, type TemporaryStore } from '../../fakes/temporary-store';

describe('the first write of a window', () => {
  let temporary: TemporaryStore;
  let noted = 0;
  const open = () => temporary.window({ onFirstWrite: () => void (noted += 1) });
  beforeEach(() => {
    temporary = createTemporaryStore();
    noted = 0;
  });
  afterEach(() => temporary.dispose());

  it('is reported once, whatever is written', async () => {
    const store = open();
    valueOf(await store.overflow.put({ conversationId: 'chat', text: 'long' }));
    valueOf(await store.overflow.put({ conversationId: 'chat', text: 'long' }));
    valueOf(await store.conversations.write('chat', { facts: { title: 'x' } }));
    assert.equal(noted, 1);
  });

  it('is not reported for reads', async () => {
    const store = open();
    await store.conversations.list({ limit: 10 });
    await store.health();
    store.problems();
    assert.equal(noted, 0);
  });
});
