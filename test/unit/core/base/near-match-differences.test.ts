import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { inEnglish } from '../../../../src/core/base/sentence';
import { differencesOf, foldLines } from '../../../../src/core/base/near-match';

describe('differencesOf', () => {
  for (const [text, sought, expected] of [
    ['same', 'same', []],
    ['a\rb', 'a\nb', ['line endings']],
    ['  a  \n b', 'a\nb', ['blanks at the ends of lines']],
    ['a\tb', 'a  b', ['blanks or tabs']],
    ['a+b', 'a + b', ['blanks or tabs']],
    ['\u2018a\u2019 \u2026', "'a' ...", ['quotes, dashes or dots']],
    ['ABC', 'abc', ['upper and lower case']],
    ['\u00e9', 'e\u0301', ['letters with combining marks']],
    ['A \u2013 B', 'a-b', ['blanks or tabs', 'quotes, dashes or dots', 'upper and lower case']],
    ['entirely', 'different', []],
  ] as const) {
    it(`of ${JSON.stringify(text)} and ${JSON.stringify(sought)} are the fewest`, () => {
      assert.deepEqual(differencesOf(text, sought).map(inEnglish), expected);
    });
  }

  it('are not looked for in long texts', () => {
    assert.deepEqual(differencesOf(`${' '.repeat(20_001)}A`, 'a'), []);
  });
});

describe('foldLines', () => {
  it('returns one line for each, whatever they contain', () => {
    const line = fc.string({
      unit: fc.constantFrom(
        'a',
        'E\u0301',
        ' ',
        '\t',
        '\r',
        '\u2028',
        '\u0085',
        '\u201c',
        '\ud800',
      ),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        assert.equal(foldLines(lines).length, lines.length);
      }),
    );
  });
});
