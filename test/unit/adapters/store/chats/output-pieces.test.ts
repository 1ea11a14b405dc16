import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { sliceText } from '../../../../../src/adapters/store/chats/output-text';
import {
  readPart,
  type OutputPart,
  type PieceRow,
} from '../../../../../src/adapters/store/chats/output-pieces';

const mebibyte = 1024 * 1024;

describe('a part of an output in pieces', () => {
  function cut(text: string, size: number): readonly PieceRow[] {
    const rows: PieceRow[] = [];
    for (let start = 0; start === 0 || start < text.length; start += size) {
      const part = text.slice(start, start + size);
      rows.push({ piece: rows.length, start, text: part, chars: text.length });
    }
    return rows;
  }

  function readOf(rows: readonly PieceRow[]) {
    return async function* (from: number) {
      const isBefore = ({ start, text }: PieceRow) => start + text.length < from;
      for (const row of rows) if (!isBefore(row)) yield Promise.resolve(row);
    };
  }

  /** What a search of the whole text at once finds. */
  function matchesIn(text: string, search: string): string {
    return text
      .split('\n')
      .flatMap((line, index) => (line.includes(search) ? [`${index + 1}: ${line}`] : []))
      .join('\n');
  }

  const whole: OutputPart = { offset: 0, limit: 1_000_000_000 };

  it('is the same however the output is cut, with and without a search', async () => {
    const text = `one 😀 error\nnone\n\nerr\nerrorerror 😀${'x'.repeat(30)} error\nend error`;
    for (const search of ['error', '😀', 'e', '\n', 'absent', undefined]) {
      const all = search === undefined ? text : matchesIn(text, search);
      for (let size = 1; size < 12; size += 1) {
        const read = readOf(cut(text, size));
        for (let offset = 0; offset <= all.length + 1; offset += 1) {
          const part = { offset, limit: 1 + (offset % 7), ...(search !== undefined && { search }) };
          assert.deepEqual(
            await readPart(read, part),
            sliceText(all, offset, part.limit),
            JSON.stringify([search, size, offset]),
          );
        }
      }
    }
  });

  it('003-overflow-2: finds a match across two pieces of 10 MiB', async () => {
    const size = 64 * 1024;
    const line = `${'0123456789abcdef'.repeat(7)} some words\n`;
    const filler = line.repeat(Math.ceil((10 * mebibyte) / line.length));
    const at = 5 * mebibyte - 3;
    const text = `${filler.slice(0, at)}needle${filler.slice(at)}`;
    assert.ok(Math.floor(at / size) < Math.floor((at + 5) / size));
    const found = await readPart(readOf(cut(text, size)), { ...whole, search: 'needle' });
    assert.equal(found?.text, matchesIn(text, 'needle'));
  });

  it('003-overflow-2: searches a text, and a line, longer than any string: no piece is kept', async () => {
    const piece = 'x'.repeat(mebibyte);
    const count = 600;
    const chars = count * mebibyte + 'needle'.length;
    async function* endless(): AsyncGenerator<PieceRow> {
      for (let number = 0; number <= count; number += 1) {
        const text = number === count ? 'needle' : piece;
        yield Promise.resolve({ piece: number, start: number * mebibyte, text, chars });
      }
    }
    const part = { offset: 3 * mebibyte, limit: 10, search: 'xneedle' };
    assert.deepEqual(await readPart(endless, part), {
      text: 'x'.repeat(10),
      totalChars: chars + '1: '.length,
      nextOffset: part.offset + part.limit,
    });
  });

  it('is undefined if a piece is missing', async () => {
    const rows = cut('a long text\nof lines', 4).slice(0, -1);
    assert.equal(await readPart(readOf(rows), whole), undefined);
    assert.equal(await readPart(readOf(rows), { ...whole, search: 'a' }), undefined);
    assert.equal((await readPart(readOf(rows), { offset: 0, limit: 3 }))?.text, 'a l');
  });
});
