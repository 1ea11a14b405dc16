import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nestingOf } from '../../../../src/core/web/selector-nesting';

describe('how deep a selector nests others', () => {
  for (const [selector, depth] of [
    ['a > b, c', 0],
    ['a:nth-child(2n + 1):contains("(")', 0],
    [':not(a):is(b)', 1],
    [':not(:is(b))', 2],
    [String.raw`:n\6ft(:\69s(b))`, 2],
    [String.raw`:\00006eot(a)`, 1],
    [String.raw`.\:not\(`, 0],
    ['p:not(/*"*/:is(b)/*"*/)', 2],
    ['[a=":is("]', 0],
    [`[a=x']:not(b)[a=y']`, 1],
    [':contains(/*):not(b):contains(*/)', 1],
    [':nth-child(1 of :not(b))', 2],
    [String.raw`:nth-last-child(1 of \\3a not\\28 b\\29 )`, 2],
    ['[:not(a', 1],
  ] as const) {
    it(`is ${String(depth)}: ${selector}`, () => {
      assert.equal(nestingOf(selector), depth);
    });
  }

  it('is known for every text', () => {
    const signs = fc.constantFrom(
      ...':not(,:is(,[a=,"x",],),\\,\\28 ,/*,*/,:nth-child(, of ,b, '.split(','),
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 40 }), (parts) => {
        assert.ok(nestingOf(parts.join('')) >= 0);
      }),
    );
  });
});
