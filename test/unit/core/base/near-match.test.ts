import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { say } from '../../../../src/core/base/sentence';
import { findNearMatch } from '../../../../src/core/base/near-match';

const text = [
  'export function sum(list) {',
  '  let total = 0;',
  '  for (const item of list) {',
  '    total += item;',
  '  }',
  '  return total;',
  '}',
];

describe('findNearMatch', () => {
  it('finds lines that differ only in indentation, and says so', () => {
    const near = findNearMatch(text, ['let total = 0;', 'for (const item of list) {']);
    const differs = [say`blanks at the ends of lines`];
    assert.deepEqual(near, { line: 2, lines: text.slice(1, 3), differs });
  });

  it('finds the window in which most lines are right', () => {
    const near = findNearMatch(text, ['  for (const item of list) {', '    total = item;', '  }']);
    assert.equal(near?.line, 3);
    assert.deepEqual(near.differs, []);
  });

  it('finds a single line with a slip', () => {
    assert.equal(findNearMatch(text, ['  return totl;'])?.line, 6);
  });

  it('finds lines whatever their case, quotes and blanks', () => {
    const near = findNearMatch(['a', 'Say(\u201cHello World\u201d);'], ['say( "hello world" );']);
    assert.equal(near?.line, 2);
    assert.equal(near.differs.length, 3);
  });

  it('finds the part of a long line, but prefers a line of its length', () => {
    const long = 'const result = await computeTotal(items, prices, discount, taxes, options);';
    assert.equal(findNearMatch(['zzz', long], ['computeTotals(items, prices'])?.line, 2);
    const lines = [long, 'computeTotal(items, price'];
    assert.equal(findNearMatch(lines, ['computeTotals(items, prices'])?.line, 2);
  });

  it('answers nothing when nothing is alike', () => {
    assert.equal(findNearMatch(text, ['zzzzzz qqqq']), undefined);
    assert.equal(findNearMatch([], ['a']), undefined);
  });

  it('ignores brackets, which are everywhere', () => {
    assert.equal(findNearMatch(['}', '}'], ['}', 'something else entirely']), undefined);
  });

  it('only ever answers lines of the text', () => {
    const line = fc.stringMatching(/^[ab ]{0,6}$/);
    fc.assert(
      fc.property(fc.array(line), fc.array(line, { minLength: 1 }), (lines, sought) => {
        const near = findNearMatch(lines, sought);
        if (near === undefined) return;
        assert.deepEqual(near.lines, lines.slice(near.line - 1, near.line - 1 + near.lines.length));
        assert.ok(near.lines.length > 0);
      }),
    );
  });

  it('looks at a bounded part of a huge file', () => {
    const lines = Array.from({ length: 300_000 }, (_, at) => `line ${String(at % 7)}`);
    assert.equal(
      findNearMatch(
        lines,
        Array.from({ length: 500 }, () => 'line 3'),
      )?.line,
      1,
    );
  });
});
