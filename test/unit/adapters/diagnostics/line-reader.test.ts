import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineReader } from '../../../../src/adapters/diagnostics/line-reader';

function read(chunks: readonly Buffer[], limits: { maxLine?: number; maxTotal?: number } = {}) {
  const lines: string[] = [];
  const reader = new LineReader({
    maxLine: 100,
    maxTotal: 10_000,
    ...limits,
    onLine: (line) => void lines.push(line),
  });
  const answers = chunks.map((chunk) => reader.push(chunk));
  reader.end();
  return { lines, answers, skipped: reader.skipped() };
}

describe('reading lines of a program', () => {
  it('returns the same lines however they are split', () => {
    const text = 'eins\nzwei äöü 😀\n\ndrei';
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        assert.deepEqual(read(chunks).lines, ['eins', 'zwei äöü 😀', 'drei']);
      }),
    );
  });

  it('skips a line that is too long and continues after it', () => {
    const found = read([Buffer.from('a\n'), Buffer.from('x'.repeat(101)), Buffer.from('x\nb\n')]);
    assert.deepEqual([found.lines, found.skipped], [['a', 'b'], 1]);
  });

  it('stops at the size limit', () => {
    const found = read([Buffer.from('a\nb'), Buffer.from('c\nd\n')], { maxTotal: 5 });
    assert.deepEqual(
      [found.lines, found.answers],
      [
        ['a', 'b'],
        [true, false],
      ],
    );
  });
});
