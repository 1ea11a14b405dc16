import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type {
  RequestContext,
  StoreWorker,
} from '../../../../../src/adapters/store/channel/protocol';
import { inProcessWorker } from '../../../fakes/in-process-worker';
import {
  createTemporaryStore,
  openSqlJs,
  type TemporaryStore,
} from '../../../fakes/temporary-store';

describe('the journals of a window', () => {
  let storage: TemporaryStore;
  let worker: StoreWorker;
  beforeEach(() => {
    storage = createTemporaryStore();
    mkdirSync(storage.folder, { recursive: true });
    worker = inProcessWorker(openSqlJs)(
      { folder: storage.folder, role: 'main', token: 'own' },
      {
        isHeld: () => true,
        live: () => Promise.resolve([]),
        report: (text) => assert.equal(text, ''),
      },
    );
  });
  afterEach(async () => {
    await worker.close();
    await storage.dispose();
  });

  const nameOf = (number: number) => `journal-own.${number}.log`;

  function append(number: number, id: string): void {
    const of = { piece: 0, start: 0, chars: id.length, bytes: id.length };
    const about = { kind: 'output', conversation: 'chat', createdAt: Date.now(), cut: false };
    const json = JSON.stringify({ ...about, id, of, text: id });
    const crc = crc32(json).toString(16).padStart(8, '0');
    appendFileSync(path.join(storage.folder, nameOf(number)), `${crc} ${json.length} ${json}\n`);
  }

  /** As of when that file was being written, with all that is in it now. */
  function during(number: number): RequestContext {
    const name = nameOf(number);
    return {
      now: Date.now(),
      journal: { name, end: storage.find(name)?.length ?? 0 },
      audit: { name: 'audit.jsonl', end: 0 },
      retention: { outputs: 0, chats: 0, summaries: 0 },
      maxBytes: 1e9,
    };
  }

  const found = async (id: string, context: RequestContext) => {
    const request = { id, conversationId: 'chat', offset: 0, limit: 100 };
    const slice = await worker.ask('overflow.read', request, context);
    return typeof slice === 'string' ? slice : slice.text;
  };

  it('are read to the end although a request was sent before the last one began', async () => {
    append(1, 'first');
    const early = during(1);
    append(2, 'second');
    assert.equal(await found('first', early), 'first');
    append(2, 'third');
    await worker.ask('save', null, during(3));
    assert.equal(await found('second', during(3)), 'second');
    assert.equal(await found('third', during(3)), 'third');
    assert.deepEqual(storage.journals(), []);
  });
});
