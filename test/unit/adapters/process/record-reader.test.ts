import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { RecordReader, type RawRecord } from '../../../../src/adapters/process/record-reader';

function read(
  chunks: readonly Buffer[],
  options: ConstructorParameters<typeof RecordReader>[0],
): RawRecord[] {
  const records: RawRecord[] = [];
  const reader = new RecordReader(options, (record) => records.push(record));
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return records;
}

/** Splits the text into pieces of these lengths, in turn. */
function cut(text: string, lengths: readonly number[]): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

describe('RecordReader', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

  it('finds the same records however they are split into chunks', () => {
    const texts = fc.array(
      fc.string({ unit: 'binary', maxLength: 20 }).map((s) => s.replaceAll(/[\n\0]/g, '')),
    );
    const ends = fc.constantFrom('\n' as const, '\0' as const);
    fc.assert(
      fc.property(texts, lengths, ends, (records, pieces, end) => {
        const chunks = cut(records.map((record) => `${record}${end}`).join(''), pieces);
        const found = read(chunks, { end, maxBytes: 1000 });
        assert.deepEqual(
          found.map(({ head }) => head),
          records.map((record) => Buffer.from(record).toString('utf8')),
        );
        assert.ok(found.every(({ isCut }) => !isCut));
      }),
    );
  });

  it('keeps the beginning of a long record, and finds the wanted text after the cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), lengths, (before, pieces) => {
        const text = `${'a'.repeat(before)}|wanted|${'0123456789'.repeat(9)}\nnext\n`;
        const options = { end: '\n', maxBytes: 10, wanted: '|wanted|' } as const;
        const records = read(cut(text, pieces), options);
        const [long, next] = [records.at(0), records.at(1)];
        assert.ok(long?.isCut);
        assert.equal(long.head, text.slice(0, 10));
        // If it is complete in the kept part, there is nothing to find.
        assert.equal(long.found, before + 8 <= 10 ? undefined : '012345678901234567890123');
        assert.deepEqual(next, { head: 'next', isCut: false, found: undefined });
      }),
    );
  });

  it('gives the last record without its end, and goes on behind one that is too long', () => {
    const records = read(cut('a\n\n123456789012\näöü 😀', [3]), { end: '\n', maxBytes: 11 });
    assert.deepEqual(
      records.map(({ head, isCut }) => [head, isCut]),
      [
        ['a', false],
        ['', false],
        ['12345678901', true],
        ['äöü 😀', false],
      ],
    );
  });
});
