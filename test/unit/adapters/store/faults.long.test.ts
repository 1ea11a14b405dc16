import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Disk } from '../../../../src/adapters/system/disk';
import { auditEntry } from '../../fakes/audit-entry';
import { createFaultyDisk, type Fault } from '../../fakes/faulty-disk';
import { said, say } from '../../fakes/store-chats';
import {
  createTemporaryStore,
  listedIds,
  putText,
  readText,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';
import { stride } from '../../../soak';

interface Outcome {
  readonly calls: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly said: readonly string[];
  readonly isDeleted: boolean;
}

describe('the store on a failing disk', function () {
  this.timeout(600_000);
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  /** The initial state: a sealed journal, a database, and the journal of a closed window. */
  async function prepare(): Promise<ReadonlyMap<string, Uint8Array>> {
    const first = storage.window({ journalLimit: 4 });
    await say(first, 'gone', 'MARKER');
    await say(first, 'chat', 'early');
    const second = storage.window();
    await say(second, 'chat', 'second');
    await first.close();
    await second.close();
    return new Map(storage.names().map((name) => [name, storage.read(name)]));
  }

  function lay(files: ReadonlyMap<string, Uint8Array>): void {
    for (const name of storage.names()) rmSync(path.join(storage.folder, name));
    for (const [name, bytes] of files) storage.write(name, bytes);
  }

  /** Takes over, seals, compacts, deletes, saves and closes; returns what was acknowledged. */
  async function scenario(disk: Disk): Promise<Outcome> {
    const store = storage.window({ disk, journalLimit: 1600 });
    const calls: string[] = [];
    const texts = new Map<string, string>();
    const kept = ['early', 'second'];
    let isDeleted = false;
    for (const name of ['a', 'b']) {
      if ((await store.audit.append(auditEntry(name))).ok) calls.push(name);
      const stored = await store.overflow.put({ conversationId: 'chat', text: textOf(name) });
      if (stored.ok) texts.set(stored.value, textOf(name));
      const put = [{ part: 'transcript', key: `message:${name}`, value: [name] }] as const;
      if ((await store.conversations.write('chat', { put })).ok) kept.push(name);
      if (name === 'a') isDeleted = (await store.conversations.delete('gone')).ok;
    }
    await store.close();
    return { calls, texts, said: kept, isDeleted };
  }

  async function check(outcome: Outcome, label: string): Promise<void> {
    storage.clock.advance(120_000);
    const disk = createFaultyDisk();
    const next = storage.window({ disk });
    valueOf(await next.audit.append(auditEntry('after')));
    const listed = await listedIds(next);
    assert.deepEqual(missing(outcome.calls, listed), [], label);
    assert.equal(new Set(listed).size, listed.length, label);
    for (const [id, text] of outcome.texts) assert.equal(await readText(next, id), text, label);
    const words = (await said(next, 'chat')) ?? [];
    assert.deepEqual(missing(outcome.said, words), [], label);
    assert.equal(new Set(words).size, words.length, label);
    if (outcome.isDeleted) {
      assert.equal(await said(next, 'gone'), undefined, label);
    }
    await next.close();
    if (!outcome.isDeleted) return;
    for (const name of storage.names()) assert.ok(!storage.read(name).includes('MARKER'), label);
  }

  it('loses nothing acknowledged when any single call fails or writes only a part', async () => {
    const files = await prepare();
    for (let failing = 1, made = failing; failing <= made; failing += stride) {
      lay(files);
      // Every second write is partial; other calls fail at once.
      const fault: Fault = failing % 2 === 0 ? 'short-write' : 'EIO';
      const disk = createFaultyDisk((_, count) => (count === failing ? fault : undefined));
      await check(await scenario(disk), `call ${failing}`);
      made = disk.calls.length;
    }
  });

  it('loses nothing acknowledged in a power cut at any call, with unflushed bytes lost or garbled', async () => {
    const files = await prepare();
    for (let failing = 1, made = failing; failing <= made; failing += stride) {
      lay(files);
      const disk = createFaultyDisk((_, count) => (count >= failing ? 'EIO' : undefined));
      const outcome = await scenario(disk);
      await disk.loseUnflushed(failing % 3, Buffer.alloc(failing % 2 === 0 ? 0 : 64, failing));
      await check(outcome, `call ${failing}`);
      made = disk.calls.length;
    }
  });

  it('reports what happened and what to do', async () => {
    const cases: readonly (readonly [Fault, RegExp, RegExp])[] = [
      ['ENOSPC', /^Could not write the audit entry: the disk is full\.$/, /free disk space/],
      ['EROFS', /the storage folder is not writable\.$/, /writable/],
      ['EIO', /the storage failed \(EIO\)\.$/, /check the disk/],
    ];
    for (const [fault, message, suggestion] of cases) {
      const disk = createFaultyDisk((call) => (call === 'flush' ? fault : undefined));
      const store = storage.window({ disk });
      const result = await store.audit.append(auditEntry('a'));
      assert.ok(!result.ok);
      assert.equal(result.failure.errorCode, 'execution');
      assert.match(result.failure.message, message);
      assert.match(result.failure.suggestion, suggestion);
      assert.ok(!JSON.stringify(result.failure).includes(storage.folder));
      await store.close();
    }
  });

  it('000-audit-2: a failed write is not in the log, and the next entry is', async () => {
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
    for (const name of storage.journals()) assert.ok(!storage.read(name).includes('lost'));
  });
});

/** Long enough that a journal with one is sealed. */
function textOf(name: string): string {
  return `text of ${name} `.repeat(30);
}

function missing(wanted: readonly unknown[], found: readonly unknown[]): readonly unknown[] {
  return wanted.filter((one) => !found.includes(one));
}
