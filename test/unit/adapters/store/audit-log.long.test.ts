import { formatSize } from '../../../../src/core/base/wording';
import { inEnglish } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { auditEntrySchema } from '../../../../src/core/contracts/audit/entry';
import { auditEntry } from '../../fakes/audit-entry';
import { createFakeClock } from '../../fakes/clock';
import { createFaultyDisk } from '../../fakes/faulty-disk';
import {
  createTemporaryStore,
  listedIds,
  valueOf,
  type TemporaryStore,
} from '../../fakes/temporary-store';

describe('the audit log of the store', () => {
  let storage: TemporaryStore;
  beforeEach(() => {
    storage = createTemporaryStore();
  });
  afterEach(() => storage.dispose());

  it('does nothing before its first use', async () => {
    const disk = createFaultyDisk();
    const store = storage.window({ disk });
    assert.deepEqual(store.problems(), []);
    await store.close();
    assert.deepEqual(disk.calls, []);
  });

  it('000-audit-1: every entry is one line of audit.jsonl', async () => {
    const store = storage.window();
    const entries = [auditEntry('a'), auditEntry('b', { exit_code: 1, summary: 'two\nlines' })];
    for (const entry of entries) valueOf(await store.audit.append(entry));
    const lines = storage.read('audit.jsonl').toString().trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line): unknown => auditEntrySchema.parse(JSON.parse(line))),
      entries,
    );
  });

  it('000-audit-3: audit log is append-only', async () => {
    let before: Buffer = Buffer.alloc(0);
    for (const id of ['a', 'b', 'c']) {
      const store = storage.window();
      valueOf(await store.audit.append(auditEntry(id)));
      await store.close();
      const after = storage.read('audit.jsonl');
      assert.ok(after.length > before.length && after.subarray(0, before.length).equals(before));
      before = after;
    }
  });

  it('000-audit-2: audit is written before the result is returned', async () => {
    const disk = createFaultyDisk();
    // No seal is written meanwhile.
    const store = storage.window({ disk, clock: createFakeClock() });
    valueOf(await store.audit.append(auditEntry('a')));
    const start = disk.calls.length;
    let settled = false;
    const second = store.audit.append(auditEntry('b')).then(() => {
      settled = true;
      assert.deepEqual(disk.calls.slice(start), ['write', 'flush']);
      assert.match(storage.read('audit.jsonl').toString(), /"b"/);
    });
    assert.equal(settled, false);
    await second;
  });

  it('concurrent appends share a flush', async () => {
    const disk = createFaultyDisk();
    const store = storage.window({ disk });
    valueOf(await store.audit.append(auditEntry('first')));
    const flushes = disk.calls.filter((call) => call === 'flush').length;
    const ids = Array.from({ length: 100 }, (_, index) => `call-${index}`);
    await Promise.all(ids.map((id) => store.audit.append(auditEntry(id))));
    assert.ok(disk.calls.filter((call) => call === 'flush').length - flushes <= 2);
    assert.deepEqual(await listedIds(store), ['first', ...ids].reverse());
  });

  it('lists newest first, page by page, also after a restart', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `call-${index}`);
    const store = storage.window();
    for (const id of ids) valueOf(await store.audit.append(auditEntry(id)));
    assert.deepEqual(await listedIds(store), [...ids].reverse());
    await store.close();
    const again = storage.window();
    valueOf(await again.audit.append(auditEntry('last')));
    assert.deepEqual(await listedIds(again), ['last', ...[...ids].reverse()]);
  });

  it('a torn last line is removed and noted in the log, and complete lines stay', async () => {
    const store = storage.window();
    for (const id of ['a', 'b', 'ü']) valueOf(await store.audit.append(auditEntry(id)));
    await store.close();
    const whole = storage.read('audit.jsonl');
    const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (let size = lastLine; size < whole.length; size += 23) {
      storage.write('audit.jsonl', whole.subarray(0, size));
      const next = storage.window();
      valueOf(await next.audit.append(auditEntry('next')));
      const torn = size - lastLine;
      const told = next
        .problems()
        .filter((text) => inEnglish(text).includes(`(${formatSize(torn)})`));
      assert.equal(told.length, torn > 0 ? 1 : 0);
      const lines = storage.read('audit.jsonl').toString();
      assert.equal(lines.includes(`"dropped_bytes":${torn}}`), torn > 0);
      const calls = [...lines.matchAll(/"tool_call_id":"(.*?)"/g)].map(([, id]) => id);
      assert.deepEqual(calls, ['a', 'b', 'next']);
      await next.close();
    }
  });

  it('lines that are not entries are skipped, counted and kept', async () => {
    const store = storage.window();
    valueOf(await store.audit.append(auditEntry('a')));
    await store.close();
    const strange = 'not json\n{"tool":"half an entry"}\n\0\0\0\n';
    storage.write('audit.jsonl', storage.read('audit.jsonl').toString() + strange);
    const next = storage.window();
    valueOf(await next.audit.append(auditEntry('b')));
    assert.deepEqual(await listedIds(next), ['b', 'a']);
    assert.deepEqual(next.problems().map(inEnglish), [
      '3 lines of audit.jsonl are no audit entries and were skipped.',
    ]);
    assert.ok(storage.read('audit.jsonl').toString().includes(strange));
  });

  it('is verified by the store, repeatedly with the same result', async () => {
    const store = storage.window();
    const ts = new Date().toISOString();
    for (const id of ['a', 'b']) valueOf(await store.audit.append(auditEntry(id, { ts })));
    const { signal } = new AbortController();
    const expected = { entries: 2, files: 1, writers: 1, unsealed: 2, findings: [] };
    assert.deepEqual(valueOf(await store.auditTrail.verify({ signal })), expected);
    assert.deepEqual(valueOf(await store.auditTrail.verify({ signal })), expected);
    const aborted = await store.auditTrail.verify({ signal: AbortSignal.abort() });
    assert.equal(!aborted.ok && aborted.failure.errorCode, 'cancelled');
    assert.deepEqual(valueOf(await store.auditQuery.tools()), ['core__read']);
  });

  it('the cost of an append does not grow with the log', async () => {
    const disk = createFaultyDisk();
    const store = storage.window({ disk, clock: createFakeClock() });
    const cost = async () => {
      const before = { calls: disk.calls.length, bytes: disk.bytesWritten };
      valueOf(await store.audit.append(auditEntry('same')));
      const calls = disk.calls.slice(before.calls);
      return { calls, bytes: disk.bytesWritten - before.bytes };
    };
    valueOf(await store.audit.append(auditEntry('same')));
    const early = await cost();
    await Promise.all(Array.from({ length: 5000 }, () => store.audit.append(auditEntry('same'))));
    await listedIds(store, 1000);
    const late = await cost();
    assert.deepEqual(late.calls, early.calls);
    // The number of the entry has more digits.
    assert.ok(late.bytes - early.bytes < 10);
  });

  it('rejects calls after it was closed', async () => {
    const store = storage.window();
    valueOf(await store.audit.append(auditEntry('a')));
    await store.close();
    const result = await store.audit.append(auditEntry('b'));
    assert.equal(!result.ok && result.failure.message, 'The storage is closed.');
  });
});
