import * as assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  fitsBuffer,
  lineEndingsOf,
  editsBetween,
  type TextPiece,
} from '../../../../src/host/files/buffer-text';

/** Applies them from the last to the first, as an editor does. */
function applied(text: string, pieces: readonly TextPiece[]): string {
  return pieces.reduceRight(
    (now, { start, end, text: piece }) => now.slice(0, start) + piece + now.slice(end),
    text,
  );
}

const lines = fc
  .array(fc.constantFrom('a', 'b', '😀', '😁', '', '\r\n', '\n', '\r', 'word '), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('edits between two texts', () => {
  it('make the one of the other, in order and without touching each other', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const pieces = editsBetween(before, after);
        assert.equal(applied(before, pieces), after);
        pieces.slice(1).forEach(({ start }, at) => assert.ok(start > (pieces[at]?.end ?? 0)));
      }),
    );
  });

  it('never split a line ending or a character', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        for (const { start, end } of editsBetween(before, after)) {
          for (const at of [start, end]) {
            const around = before.slice(Math.max(0, at - 1), at + 1);
            assert.doesNotMatch(around, /^(?:\r\n|[\uD800-\uDBFF][\uDC00-\uDFFF])$/);
          }
        }
      }),
    );
  });

  it('leave what is between two changes alone', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\n';
    const pieces = editsBetween(before, 'ONE\ntwo\nthree\nfour\nFIVE\n');
    assert.deepEqual(
      pieces.map(({ start, end }) => before.slice(start, end)),
      ['one\n', 'five'],
    );
    assert.deepEqual(editsBetween(before, before), []);
  });

  it('are one piece when nearly everything differs', () => {
    const text = (word: string) =>
      Array.from({ length: 3000 }, (_, at) => `${word}${String(at)}\n`).join('');
    const pieces = editsBetween(text('a'), text('b'));
    assert.equal(pieces.length, 1);
    assert.equal(applied(text('a'), pieces), text('b'));
  });
});

describe('line endings', () => {
  it('are distinguished; mixed is what an editor buffer does not keep', () => {
    const cases = { 'one line': 'none', 'a\nb\n': 'lf', 'a\r\nb\r\n': 'crlf', '': 'none' };
    for (const [text, endings] of Object.entries(cases)) assert.equal(lineEndingsOf(text), endings);
    for (const text of ['a\r\nb\n', 'a\rb', 'a\n\r\n']) assert.equal(lineEndingsOf(text), 'mixed');
  });

  it('fit a buffer that has the same for all lines', () => {
    const fits = (text: string) =>
      (['lf', 'crlf'] as const).filter((lineEndings) => fitsBuffer(text, { lineEndings }));
    assert.deepEqual(fits('one line'), ['lf', 'crlf']);
    assert.deepEqual(fits('a\nb\n'), ['lf']);
    assert.deepEqual(fits('a\r\nb\r\n'), ['crlf']);
    assert.deepEqual(fits('a\r\nb\n'), []);
  });
});
