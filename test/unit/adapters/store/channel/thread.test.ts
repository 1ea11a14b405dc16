import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { WorkerThread } from '../../../../../src/adapters/store/channel/thread';
import { auditEntry } from '../../../fakes/audit-entry';
import { buildWorker } from '../../../fakes/built-worker';
import { said, say } from '../../../fakes/store-chats';
import {
  createTemporaryStore,
  listedIds,
  putText,
  readText,
  valueOf,
  wasmFile,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

describe('the store with its thread', function () {
  this.timeout(60_000);
  const program = path.join(__dirname, 'thread-under-test.cjs');
  let storage: TemporaryStore;
  let other: TemporaryStore;
  before(() => buildWorker(program));
  after(() => rmSync(program, { force: true }));
  beforeEach(() => {
    storage = createTemporaryStore();
    other = createTemporaryStore();
  });
  afterEach(async () => {
    await storage.dispose();
    await other.dispose();
  });

  const openIn = (thread: WorkerThread) =>
    ({ openWorker: (folder, events) => thread.open(folder, events) }) satisfies Parameters<
      TemporaryStore['window']
    >[0];

  it('serves two folders, saves and reads again', async () => {
    const thread = new WorkerThread({ program, wasm: wasmFile });
    const [one, two] = [storage.window(openIn(thread)), other.window(openIn(thread))];
    await say(one, 'some-chat', 'in the first folder');
    await say(two, 'some-chat', 'in the second folder');
    valueOf(await one.audit.append(auditEntry('call')));
    const id = await putText(one, 'text\0 of an output');
    assert.deepEqual(await said(one, 'some-chat'), ['in the first folder']);
    assert.deepEqual(await said(two, 'some-chat'), ['in the second folder']);
    assert.deepEqual(await listedIds(one), ['call']);
    await one.close();
    await two.close();
    assert.ok(storage.names().includes('chats/some-chat.db'));
    const again = storage.window(openIn(thread));
    assert.equal(await readText(again, id), 'text\0 of an output');
    const unknown = await again.overflow.read({
      ...{ conversationId: 'another', id, offset: 0, limit: 1 },
    });
    assert.equal(unknown.ok, false);
    await again.close();
  });

  it('goes on with another thread when one ends or does not start', async () => {
    const files = { program: `${program}.missing`, wasm: wasmFile };
    const store = storage.window(openIn(new WorkerThread(files)));
    await say(store, 'some-chat', 'kept');
    assert.match(String(await said(store, 'some-chat')), /storage failed/);
    files.program = program;
    await setTimeout(1);
    assert.deepEqual(await said(store, 'some-chat'), ['kept']);
    await store.close();
  });
});
