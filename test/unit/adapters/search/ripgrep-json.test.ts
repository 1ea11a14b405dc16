import assert from 'node:assert/strict';
import {
  lineNumberField,
  maxRecordBytes,
  parseRipgrepRecord,
  type RipgrepRecord,
} from '../../../../src/adapters/search/ripgrep-json';
import { setExtraSecrets } from '../../../../src/core/base/redact/extra-secrets';
import { RecordReader } from '../../../../src/adapters/process/record-reader';
import { recorded } from './recorded-ripgrep';

/** Reads in chunks, like the output of the process. */
function read(text: string, chunk = 64 * 1024): (RipgrepRecord | undefined)[] {
  const records: (RipgrepRecord | undefined)[] = [];
  const options = { end: '\n', maxBytes: maxRecordBytes, wanted: lineNumberField } as const;
  const reader = new RecordReader(options, (raw) => records.push(parseRipgrepRecord(raw)));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  return records;
}

const one = (line: string): RipgrepRecord | undefined => read(`${line}\n`)[0];

function matchRecord(text: string, start: number, submatches = ''): string {
  const data = `"path":{"text":"/a"},"lines":${JSON.stringify({ text })},"line_number":7`;
  const first = `{"match":{"text":"x"},"start":${String(start)},"end":${String(start + 1)}}`;
  return `{"type":"match","data":{${data},"absolute_offset":0,"submatches":[${first}${submatches}]}}`;
}

describe('parseRipgrepRecord', () => {
  it('reads a match and a context line', () => {
    const line = { line: 1, text: 'hello', isContext: false };
    assert.deepEqual(one(recorded.match), { type: 'line', path: '{root}/a.txt', line });
    const beside = { line: 3, text: 'beside', isContext: true };
    assert.deepEqual(one(recorded.context), { type: 'line', path: '{root}/a.txt', line: beside });
  });

  it('reads a line that is not UTF-8, without its line ending', () => {
    const record = one(recorded.bytes);
    assert.ok(record?.type === 'line');
    assert.equal(record.line.text, 'world\uFFFD hello');
  });

  it('reads a name with a line break and quotes', () => {
    const name = 'a\n"},"line_number":9,b';
    const record = one(recorded.match.replace('"{root}/a.txt"', JSON.stringify(name)));
    assert.ok(record?.type === 'line');
    assert.deepEqual([record.path, record.line.line], [name, 1]);
  });

  it('recognizes the end of a file, and whether it contained a NUL', () => {
    assert.deepEqual(one(recorded.end), { type: 'end', isBinary: false });
    const binary = recorded.end.replace('"binary_offset":null', '"binary_offset":12');
    assert.deepEqual(one(binary), { type: 'end', isBinary: true });
  });

  it('skips all other records', () => {
    assert.equal(one(recorded.summary), undefined);
    assert.equal(one(recorded.begin), undefined);
    assert.equal(one('{"type":"match","da'), undefined);
  });

  it('skips a name that is not UTF-8: no argument could name it', () => {
    const bytes = '{"bytes":"/w=="}';
    assert.equal(one(recorded.match.replace('{"text":"{root}/a.txt"}', bytes)), undefined);
  });

  it('shows a long line around its match', () => {
    const record = one(matchRecord(`${'é'.repeat(3000)}x${'y'.repeat(3000)}\n`, 6000));
    assert.ok(record?.type === 'line');
    assert.match(record.line.text, /^…é+xy+…$/);
    assert.equal(record.line.text.length, 502);
  });

  it('redacts a secret before it cuts, so that no part of one is left', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const text = `${'y'.repeat(1000)}x ${'z'.repeat(380)} ${secret} ${'z'.repeat(1000)}\n`;
    const record = one(matchRecord(text, 1000));
    assert.ok(record?.type === 'line');
    assert.doesNotMatch(record.line.text, /ghp_/);
  });

  it("003-secrets-2: redacts the user's own patterns before it cuts a line", () => {
    const find = (text: string) =>
      [...text.matchAll(/acme-\d{40}/g)].map(({ 0: { length }, index: from }) => ({
        ...{ kind: 'extra', begin: from },
        ...{ from, to: from + length },
      }));
    setExtraSecrets(() => find);
    try {
      const secret = `acme-${'1'.repeat(40)}`;
      const text = `${'y'.repeat(1000)}x ${'z'.repeat(380)} ${secret} ${'z'.repeat(1000)}\n`;
      const record = one(matchRecord(text, 1000));
      assert.ok(record?.type === 'line');
      assert.match(record.line.text, /^…y+x z+ /);
      assert.doesNotMatch(record.line.text, /acme/);
    } finally {
      setExtraSecrets(() => undefined);
    }
  });

  it('does not show a line over 64 KB, however it arrives', () => {
    const long = '[line longer than 64 KB, not shown]';
    for (const size of [64 * 1024 + 1, 3_000_000]) {
      for (const chunk of [64 * 1024, 61]) {
        const [record] = read(`${matchRecord('x'.repeat(size), 0)}\n`, chunk);
        assert.ok(record?.type === 'line');
        assert.deepEqual(record.line, { line: 7, text: long, isContext: false });
        assert.equal(record.path, '/a');
      }
    }
  });

  it('reads a record with very many matches', () => {
    const many = ',{"match":{"text":"x"},"start":1,"end":2}'.repeat(60_000);
    const [record, next] = read(`${matchRecord('xx', 1, many)}\n${recorded.end}\n`);
    assert.ok(record?.type === 'line');
    assert.equal(record.line.text, 'xx');
    assert.deepEqual(next, { type: 'end', isBinary: false });
  });
});
