import assert from 'node:assert/strict';
import { diffLines } from 'diff';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  countLineChanges,
  textLinesOf,
} from '../../../../../src/adapters/file-history/record/line-counts';

const lines = (text: string) => textLinesOf(Buffer.from(text)) ?? [];

describe('line counts between two texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
    .chain((rows) => fc.constantFrom(rows.join('\n'), `${rows.join('\n')}\n`));

  it('match a diff', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffLines(before, after);
        const count = (kind: 'added' | 'removed') =>
          parts.filter((part) => part[kind]).reduce((sum, part) => sum + part.count, 0);
        assert.deepEqual(countLineChanges(lines(before), lines(after)), {
          added: count('added'),
          removed: count('removed'),
        });
      }),
    );
  });

  it('cover all lines when line endings differ', () => {
    const counts = countLineChanges(lines('a\nb\n'), lines('a\r\nb\r\n'));
    assert.deepEqual(counts, { added: 2, removed: 2 });
  });

  it('are estimated when a comparison would take too long', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `${String((at * 7919) % 20_011)}\n`);
    const counts = countLineChanges(rows, [...rows].reverse().slice(1));
    assert.deepEqual(counts, { added: 0, removed: 1 });
  });

  it('are skipped for binary and oversized files', () => {
    assert.equal(textLinesOf(Buffer.from([1, 0, 2])), undefined);
    assert.equal(textLinesOf(Buffer.alloc(1024 * 1024 + 1, 'a')), undefined);
  });
});
