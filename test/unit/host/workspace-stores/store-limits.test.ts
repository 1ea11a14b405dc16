import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { storeLimits } from '../../../../src/host/workspace-stores/store-limits';
import { createFakeSettings } from '../../fakes/settings';
import { say } from '../../fakes/store-chats';
import { summaryRecord } from '../../fakes/summary-record';
import {
  createTemporaryStore,
  openSqlJs,
  putText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

const dayMs = 86_400_000;

describe('gatehouse.compaction.retentionDays', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  /** What any SQLite tool finds. */
  async function rowsIn(table: string): Promise<number> {
    const { Database } = await openSqlJs();
    const database = new Database(storage.read('chats/a-chat.db'));
    const [found] = database.exec(`SELECT count(*) FROM ${table}`);
    database.close();
    return Number(found?.values[0]?.[0]);
  }

  async function keepFor(days: number | undefined, waited: number): Promise<void> {
    const settings = createFakeSettings({ 'overflow.retentionDays': 0 });
    const limits = storeLimits(settings);
    const store = storage.window({ limits });
    await say(store, 'a-chat', 'hello');
    const about = { conversationId: 'a-chat', text: 'an output' };
    valueOf(await store.overflow.put(about));
    const at = storage.clock.now();
    valueOf(await store.summaries.add(summaryRecord('manual', { conversationId: 'a-chat', at })));
    await store.close();
    assert.equal(await rowsIn('summaries'), 1);
    settings.set('compaction.retentionDays', days);
    storage.clock.advance(waited * dayMs);
    const later = storage.window({ limits });
    await putText(later, 'a write');
    await later.close();
  }

  it('deletes the rows of older summaries, and nothing else of the chat', async () => {
    await keepFor(3, 4);
    assert.equal(await rowsIn('summaries'), 0);
    assert.equal(await rowsIn('tool_overflow'), 1);
    assert.equal(await rowsIn('messages'), 1);
  });

  it('keeps the rows of younger ones', async () => {
    await keepFor(3, 2);
    assert.equal(await rowsIn('summaries'), 1);
  });

  it('keeps all by default', async () => {
    await keepFor(undefined, 4000);
    assert.equal(await rowsIn('summaries'), 1);
  });
});
