import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/base/sentence';
import { suspiciousCharacters } from '../../../../src/core/shell/suspicious-characters';

describe('oddBytes', () => {
  const odd: readonly (readonly [string, string])[] = [
    ['ls\u0000', 'U+0000'],
    ['ls\rrm -rf build', 'U+000D'],
    ['ls\u000bx', 'U+000B'],
    ['ls\u000cx', 'U+000C'],
    ['ls\u001b[2K', 'U+001B'],
    ['ls\u007f', 'U+007F'],
    ['ls\u0085x', 'U+0085'],
    ['ls\u00a0-la', 'U+00A0'],
    ['ls\u3000x', 'U+3000'],
    ['ls\u2800x', 'U+2800'],
    ['ls\u2028x', 'U+2028'],
    ['ls\u2029x', 'U+2029'],
    ['ls \u202egnp.exe', 'U+202E'],
    ['ls \u2066x', 'U+2066'],
    ['l\u200bs', 'U+200B'],
    ['l\u200ds', 'U+200D'],
    ['l\u00ads', 'U+00AD'],
    ['l\ufeffs', 'U+FEFF'],
    ['ls \u{e0061}', 'U+E0061'],
    ['ls x\ufe0f', 'U+FE0F'],
    ['ls \ud800', 'U+D800'],
  ];
  for (const [command, code] of odd) {
    it(`names ${code}`, () => {
      const doubts = suspiciousCharacters(command);
      assert.equal(doubts.length >= 1, true);
      assert.match(
        doubts.map(inEnglish).join(' '),
        new RegExp(`\\(${code.replace('+', '\\+')}\\)`),
      );
    });
  }

  it('accepts tabs, newlines, letters of any script and emoji', () => {
    const plain = 'printf "\\t"\techo äöü 漢字 ❤️ 😀\nls';
    assert.deepEqual(suspiciousCharacters(plain), []);
  });

  it('doubts what is longer than 10,000 characters', () => {
    assert.deepEqual(suspiciousCharacters(`echo ${'a'.repeat(9_995)}`), []);
    assert.equal(suspiciousCharacters(`echo ${'a'.repeat(9_996)}`).length, 1);
  });

  it('doubts more than 100 blanks in a row, of any kind', () => {
    assert.deepEqual(suspiciousCharacters(`ls${' '.repeat(100)}x`), []);
    for (const blanks of [' '.repeat(101), '\t '.repeat(51), '\n'.repeat(101), '\n '.repeat(101)]) {
      assert.match(
        suspiciousCharacters(`ls${blanks}rm x`).map(inEnglish).join(' '),
        /blanks in a row/,
      );
    }
  });
});
