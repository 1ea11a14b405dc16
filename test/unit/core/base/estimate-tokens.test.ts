import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { estimateTokens } from '../../../../src/core/base/estimate-tokens';
import { tokenSamples } from './token-samples';

describe('the estimate of tokens', () => {
  for (const { name, text, tokens } of tokenSamples) {
    it(`is within 15 % for ${name} (decision token-estimate)`, () => {
      assert.ok(Math.abs(errorOf(estimateTokens(text), tokens)) <= 0.15);
    });
  }

  it('errs less than half as much as characters by four, at worst', () => {
    const worst = (estimate: (text: string) => number) =>
      Math.max(
        ...tokenSamples.map(({ text, tokens }) => Math.abs(errorOf(estimate(text), tokens))),
      );
    assert.ok(worst(estimateTokens) * 2 <= worst((text) => text.length / 4));
  });

  it('is whole, never negative, and nothing for nothing', () => {
    assert.equal(estimateTokens(''), 0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tokens = estimateTokens(text);
        assert.ok(Number.isInteger(tokens) && tokens >= 0 && tokens <= text.length + 1);
      }),
    );
  });

  const hostile: Readonly<Record<string, string>> = {
    'one run of letters': 'a',
    'one run of digits': '7',
    blanks: ' ',
    'letters and digits in turn': 'a1',
    'capitals in turn': 'aB',
    'halves of pairs': '\ud83d',
    signs: '{"',
  };
  for (const [name, unit] of Object.entries(hostile)) {
    it(`reads each character once: ${name}`, () => {
      const text = unit.repeat(50_000);
      let reads = 0;
      const charCodeAt = (index: number) => {
        reads += 1;
        return text.charCodeAt(index);
      };
      assert.ok(estimateTokens({ length: text.length, charCodeAt }) > 0);
      assert.equal(reads, text.length);
    });
  }
});

function errorOf(estimate: number, tokens: number): number {
  return estimate / tokens - 1;
}
