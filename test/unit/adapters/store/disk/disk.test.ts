import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntry } from '../../../fakes/audit-entry';
import { createTemporaryStore, type TemporaryStore } from '../../../fakes/temporary-store';

describe('a storage folder that is removed while it is open', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  it('000-audit-2: the log is written before the result is returned: a write to a removed file fails', async () => {
    const store = storage.window();
    const write = () => store.conversations.write('chat', { facts: { title: 'Cart' } });
    assert.ok((await store.audit.append(auditEntry('c1'))).ok);
    assert.ok((await write()).ok);
    rmSync(storage.folder, { recursive: true });
    for (const written of [await store.audit.append(auditEntry('c2')), await write()]) {
      assert.match(written.ok ? '' : written.failure.message, /the storage failed \(ENOENT\)/);
    }
    // Its heartbeat has failed by then, and the folder is created again.
    storage.clock.advance(31_000);
    assert.ok((await store.audit.append(auditEntry('c3'))).ok);
    assert.ok(storage.names().includes('audit.jsonl'));
  });
});
