import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  cutAround,
  cutEnd,
  dominantLineEnding,
  lineAt,
  numberLines,
  splitLines,
  withLineEnding,
} from '../../../../src/core/base/text-lines';

describe('splitLines', () => {
  for (const [text, lines] of [
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb\r\n', ['a', 'b']],
    ['a\n\nb', ['a', '', 'b']],
    ['a\rb', ['a\rb']],
  ] as const) {
    it(`cuts ${JSON.stringify(text)} into ${lines.length} lines`, () => {
      assert.deepEqual(splitLines(text), lines);
    });
  }
});

describe('line endings', () => {
  it('finds the ending most lines have', () => {
    assert.equal(dominantLineEnding('a\r\nb\r\nc\n'), '\r\n');
    assert.equal(dominantLineEnding('a\r\nb\nc\n'), '\n');
    assert.equal(dominantLineEnding('a'), '\n');
  });

  it('gives every line the same ending and changes nothing else', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab\r\n]{0,20}$/), (text) => {
        const changed = withLineEnding(text, '\r\n');
        assert.deepEqual(splitLines(changed), splitLines(text));
      }),
    );
  });
});

describe('numberLines', () => {
  it('puts the number right-aligned before a tab', () => {
    assert.equal(numberLines(['a', 'b'], 12), '   12\ta\n   13\tb');
  });
});

describe('lineAt', () => {
  it('counts lines from 1', () => {
    assert.deepEqual(
      [0, 1, 2, 4].map((offset) => lineAt('a\nb\nc', offset)),
      [1, 1, 2, 3],
    );
  });
});

describe('cutAround', () => {
  it('leaves a short line alone', () => {
    assert.equal(cutAround('short', 2, 10), 'short');
  });

  it('always keeps the place of interest', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (before, after) => {
        const line = `${'a'.repeat(before)}HIT${'b'.repeat(after)}`;
        const cut = cutAround(line, before, 500);
        assert.ok(cut.includes('HIT') && cut.length <= 502);
      }),
    );
  });

  it('never answers half a character', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 2, max: 20 }), (at, max) => {
        const line = '\u{1F600}'.repeat(20);
        assert.ok(!/\p{Surrogate}/u.test(cutAround(line, at, max)));
        assert.ok(!/\p{Surrogate}/u.test(cutEnd(line, max)));
      }),
    );
  });
});
