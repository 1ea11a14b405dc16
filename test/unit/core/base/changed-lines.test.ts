import assert from 'node:assert/strict';
import { diffLines } from 'diff';
import * as fc from 'fast-check';
import { countChangedLines, linesWithEndings } from '../../../../src/core/base/changed-lines';

describe('countChangedLines', () => {
  for (const [name, before, after, added, removed] of [
    ['nothing', 'a\nb\n', 'a\nb\n', 0, 0],
    ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', 1, 1],
    ['a new file', '', 'a\nb', 2, 0],
    ['an emptied file', 'a\nb', '', 0, 2],
    ['a line put between', 'a\nc\n', 'a\nb\nc\n', 1, 0],
    ['a repeated line', 'a\na\n', 'a\na\na\n', 1, 0],
    ['a final line ending', 'a', 'a\n', 1, 1],
    ['other line endings', 'a\r\nb\r\n', 'a\nb\n', 2, 2],
    ['two lines that changed places', 'a\nb\n', 'b\na\n', 1, 1],
  ] as const) {
    it(`counts ${name}`, () => {
      assert.deepEqual(countChangedLines(before, after), { added, removed });
    });
  }

  it('counts as a diff does, whatever the texts', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'a\r\n'), { maxLength: 14 })
      .map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffLines(before, after);
        const count = (kind: 'added' | 'removed') =>
          parts.filter((part) => part[kind]).reduce((sum, part) => sum + part.count, 0);
        const expected = { added: count('added'), removed: count('removed') };
        assert.deepEqual(countChangedLines(before, after), expected);
      }),
    );
  });

  it('counts a file of new lines exactly, however long', () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, at) => `${word} ${String(at)}\n`).join('');
    const counted = countChangedLines(`${lines('a')}same\n${lines('b')}`, `same\n${lines('c')}`);
    assert.deepEqual(counted, { added: 20_000, removed: 40_000 });
  });

  it('ends for thousands of lines in another order, and takes them for replaced', () => {
    const lines = Array.from({ length: 6000 }, (_, at) => `${String(at)}\n`);
    const counted = countChangedLines(lines.join(''), lines.toReversed().join(''));
    assert.deepEqual(counted, { added: 6000, removed: 6000 });
  });
});

describe('linesWithEndings', () => {
  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028') }), (text) => {
        assert.equal(linesWithEndings(text).join(''), text);
      }),
    );
  });
});
