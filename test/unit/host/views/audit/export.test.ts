import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import fc from 'fast-check';
import { readString } from '../../../../../src/core/wire/codec/json-fields';
import { failure, fail } from '../../../../../src/core/contracts/failure';
import {
  csvHead,
  csvLine,
  exportAudit,
  type AuditExport,
  writeWhole,
} from '../../../../../src/host/views/audit/export';
import { auditColumns } from '../../../../../src/host/views/audit/fields';
import { createMemoryAuditLog } from '../../../fakes/audit-log';
import { auditRow } from './rows';

/** Reads CSV as RFC 4180 has it. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  let record: string[] = [];
  while (field.lastIndex < text.length) {
    const [, value = '', end] = field.exec(text) ?? assert.fail(`no field at ${field.lastIndex}`);
    record.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

function valuesOf(line: string): ReadonlyMap<string, string> {
  const [record = []] = parseCsv(line);
  return new Map(auditColumns.map((name, at) => [name, record[at] ?? '']));
}

async function exported(options: Partial<AuditExport> & { count?: number }) {
  const query = createMemoryAuditLog(
    Array.from({ length: options.count ?? 3 }, (_, at) => auditRow(at + 1)),
  );
  let text = '';
  const progress: number[] = [];
  const result = await exportAudit({
    query,
    filter: {},
    order: 'newest',
    format: 'jsonl',
    signal: new AbortController().signal,
    write: (part) => {
      text += part;
      return Promise.resolve();
    },
    onProgress: (rows) => progress.push(rows),
    ...options,
  });
  return { result, text, progress, query };
}

describe('exportAudit', () => {
  it('writes every matching row, page by page, exactly as in its file', async () => {
    const { result, text, progress, query } = await exported({ count: 2500 });
    assert.deepEqual(result, { ok: true, value: 2500 });
    const lines = text.trimEnd().split('\n');
    assert.equal(lines.length, 2500);
    const { row, ...entry } = auditRow(2500);
    assert.equal(row, 'main:2500');
    assert.deepEqual(JSON.parse(lines[0] ?? ''), entry);
    assert.deepEqual(progress, [1000, 2000, 2500]);
    assert.ok(query.asked.every(({ limit }) => limit <= 1000));
  });

  it('keeps filter and order', async () => {
    const { query } = await exported({ filter: { text: 'c2' }, order: 'oldest' });
    assert.deepEqual(
      query.asked.map(({ filter, order }) => [filter, order]),
      [[{ text: 'c2' }, 'oldest']],
    );
  });

  it('writes a CSV file with one head', async () => {
    const { text } = await exported({ format: 'csv', count: 1200 });
    const records = parseCsv(text);
    assert.deepEqual(records[0], auditColumns);
    assert.equal(records.length, 1201);
  });

  it('keeps every character in JSON Lines, and each entry on its line', async () => {
    const summary = 'a\u202eb\nc\u0000\u2028';
    const query = createMemoryAuditLog([auditRow(1, { summary })]);
    const { text } = await exported({ query });
    assert.equal(text.split('\n').length, 2);
    assert.equal(readString(JSON.parse(text), 'summary'), summary);
  });

  it('ends when it is cancelled, and when the log cannot be read', async () => {
    const controller = new AbortController();
    const cancelled = await exported({
      count: 2500,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    assert.equal(cancelled.result.ok ? '' : cancelled.result.failure.errorCode, 'cancelled');
    assert.equal(cancelled.text.trimEnd().split('\n').length, 1000);
    const query = createMemoryAuditLog([]);
    query.fails = true;
    assert.equal((await exported({ query })).result.ok, false);
  });
});

describe('csvLine', () => {
  it('RFC 4180: quotes texts, doubles quotes, ends with CR LF', () => {
    const line = csvLine(auditRow(1, { summary: 'a "b",\r\nc', exit_code: -1 }));
    assert.ok(line.includes('"a ""b"",\r\nc"'));
    assert.ok(line.endsWith('\r\n') && csvHead.endsWith('\r\n'));
    const values = valuesOf(line);
    assert.equal(values.get('summary'), 'a "b",\r\nc');
    assert.equal(values.get('exit_code'), '-1');
    assert.equal(values.get('call'), '{"command":"npm test"}');
    assert.equal(values.get('policy_match'), '');
  });

  it('a text that begins like a formula does not run in a spreadsheet', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '\uff1d']) {
      const summary = `${start}cmd|' /C calc'!A0`;
      assert.equal(valuesOf(csvLine(auditRow(1, { summary }))).get('summary'), `'${summary}`);
    }
    assert.equal(valuesOf(csvLine(auditRow(1, { summary: 'a=1' }))).get('summary'), 'a=1');
  });

  it('no text makes another field, another line or a formula', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', '@', '\t', '-', 'a') }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const records = parseCsv(csvLine(auditRow(1, { summary: text, tool: text })));
        assert.equal(records.length, 1);
        const [record = []] = records;
        assert.equal(record.length, auditColumns.length);
        for (const value of record) assert.doesNotMatch(value, /^[=+\-@\t\r\n]/);
      }),
      { numRuns: 200 },
    );
  });
});

describe('writeWhole', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-export-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('puts the file in its place once it is whole', async () => {
    const file = path.join(folder, 'whole.csv');
    await writeFile(file, 'old');
    const result = await writeWhole(file, async (write) => {
      await write('one\n');
      assert.equal(await readFile(file, 'utf8'), 'old');
      await write('two\n');
      return { ok: true, value: 2 };
    });
    assert.deepEqual(result, { ok: true, value: 2 });
    assert.equal(await readFile(file, 'utf8'), 'one\ntwo\n');
    assert.deepEqual(await readdir(folder), ['whole.csv']);
  });

  it('leaves what was there, and nothing else, when the writing fails', async () => {
    const file = path.join(folder, 'whole.csv');
    await writeFile(file, 'old');
    await writeWhole(file, async (write) => {
      await write('half');
      return fail(failure('cancelled', 'Cancelled.'));
    });
    await assert.rejects(
      writeWhole(file, () => Promise.reject(new Error('The disk is full.'))),
      /disk is full/,
    );
    assert.equal(await readFile(file, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['whole.csv']);
  });
});
