import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../../src/adapters/store/store';
import { auditEntry } from '../../fakes/audit-entry';
import { createFaultyDisk, type Fault } from '../../fakes/faulty-disk';
import {
  createTemporaryStore,
  listedIds,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

interface Outcome {
  readonly calls: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly messages: readonly string[];
}

describe('the store on a disk that fails', function () {
  this.timeout(120_000);
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  /** Writes, reads, closes; answers what was acknowledged. */
  async function scenario(store: Store): Promise<Outcome> {
    const calls: string[] = [];
    const texts = new Map<string, string>();
    const messages: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const appended = await store.audit.append(auditEntry(name));
      if (appended.ok) calls.push(name);
      else messages.push(appended.failure.message);
      const text = `text of ${name}`;
      const stored = await store.overflow.put({ conversationId: 'chat', text });
      if (stored.ok) texts.set(stored.value, text);
      else messages.push(stored.failure.message);
      if (name === 'b') await store.auditQuery.list({ limit: 5 });
    }
    await store.close();
    return { calls, texts, messages };
  }

  async function check({ calls, texts }: Outcome, label: string): Promise<void> {
    storage.clock.advance(120_000);
    const next = storage.window();
    valueOf(await next.audit.append(auditEntry('after')));
    const listed = await listedIds(next);
    assert.deepEqual(
      calls.filter((call) => !listed.includes(call)),
      [],
      label,
    );
    assert.equal(new Set(listed).size, listed.length, label);
    for (const [id, text] of texts) assert.equal(await readText(next, id), text, label);
    await next.close();
  }

  const faults: readonly Fault[] = ['EIO', 'short-write'];
  for (const fault of faults) {
    it(`loses nothing acknowledged when any one call fails: ${fault}`, async () => {
      for (let failing = 1, made = failing; failing <= made; failing += 1) {
        const fresh = createTemporaryStore();
        storage = fresh;
        const disk = createFaultyDisk((_, count) => (count === failing ? fault : undefined));
        await check(await scenario(fresh.window({ disk })), `call ${failing}`);
        made = disk.calls.length;
        await fresh.dispose();
      }
    });
  }

  it('loses nothing acknowledged when power goes at any call, with unflushed bytes lost', async () => {
    for (let failing = 1, made = failing; failing <= made; failing += 1) {
      const fresh = createTemporaryStore();
      storage = fresh;
      const disk = createFaultyDisk((_, count) => (count >= failing ? 'EIO' : undefined));
      const outcome = await scenario(fresh.window({ disk }));
      await disk.loseUnflushed(failing % 3);
      await check(outcome, `call ${failing}`);
      made = disk.calls.length;
      await fresh.dispose();
    }
  });

  it('says what happened and what to do', async () => {
    const cases: readonly (readonly [Fault, RegExp, RegExp])[] = [
      ['ENOSPC', /^Could not write the audit entry: the disk is full\.$/, /free disk space/],
      ['EROFS', /the storage folder cannot be written to\.$/, /writable/],
      ['EIO', /the storage failed \(EIO\)\.$/, /check the disk/],
    ];
    for (const [fault, message, suggestion] of cases) {
      const disk = createFaultyDisk((call) => (call === 'flush' ? fault : undefined));
      const result = await storage.window({ disk }).audit.append(auditEntry('a'));
      assert.ok(!result.ok);
      assert.equal(result.failure.errorCode, 'execution');
      assert.match(result.failure.message, message);
      assert.match(result.failure.suggestion, suggestion);
      assert.ok(!JSON.stringify(result.failure).includes(storage.folder));
      storage.clock.advance(120_000);
    }
  });

  it('000: what could not be written is not in the log, and the next entry is', async () => {
    let full = false;
    const disk = createFaultyDisk((call) => (full && call === 'flush' ? 'ENOSPC' : undefined));
    const store = storage.window({ disk });
    valueOf(await store.audit.append(auditEntry('a')));
    const id = await putText(store, 'kept');
    full = true;
    assert.equal((await store.audit.append(auditEntry('lost'))).ok, false);
    assert.equal((await store.overflow.put({ conversationId: 'chat', text: 'lost' })).ok, false);
    assert.deepEqual(await listedIds(store), ['a']);
    full = false;
    valueOf(await store.audit.append(auditEntry('b')));
    assert.deepEqual(await listedIds(store), ['b', 'a']);
    assert.equal(await readText(store, id), 'kept');
    assert.ok(!storage.read('audit.jsonl').includes('lost'));
    assert.ok(!storage.read('records.journal').includes('lost'));
  });
});
