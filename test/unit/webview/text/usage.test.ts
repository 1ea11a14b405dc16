import assert from 'node:assert/strict';
import type { UsageItem } from '../../../../src/core/contracts/panel/state';
import { formatCost, formatTokens, usageText } from '../../../../webview/text/usage';

const usage: UsageItem = {
  usedTokens: 12_310,
  contextTokens: 128_000,
  inputTokens: 45_200,
  outputTokens: 950,
  estimated: false,
};

describe('formatTokens', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [12_310, '12.3k'],
    [99_960, '100k'],
    [128_000, '128k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_048_576, '1.05M'],
  ];
  for (const [count, text] of cases) {
    it(`writes ${count} as ${text}`, () => assert.equal(formatTokens(count), text));
  }
});

describe('formatCost', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '$0.00'],
    [0.000_01, '<$0.0001'],
    [0.0123, '$0.0123'],
    [1.234, '$1.23'],
  ];
  for (const [dollars, text] of cases) {
    it(`writes ${dollars} as ${text}`, () => assert.equal(formatCost(dollars), text));
  }
});

describe('usageText', () => {
  it('shows how full the context is, and all known numbers', () => {
    assert.deepEqual(usageText({ ...usage, cost: 0.0123 }), {
      short: '12.3k / 128k',
      percent: '10%',
      cost: '$0.0123',
      isNearlyFull: false,
      long: [
        'Context: 12.3k of 128k tokens (10%)',
        'Input: 45.2k tokens',
        'Output: 950 tokens',
        'Cost of this chat: $0.0123',
      ].join('\n'),
    });
  });

  it('says how much of the context of the model is reserved for the answer', () => {
    const { short, long } = usageText({ ...usage, contextTokens: 24_576, reservedTokens: 8192 });
    assert.equal(short, '12.3k / 24.6k');
    assert.equal(long.split('\n')[1], 'Reserved for the answer: 8.2k of 32.8k');
  });

  it('marks estimates, and shows no price when none is known', () => {
    const { short, long, cost } = usageText({ ...usage, estimated: true });
    assert.equal(short, '~12.3k / 128k');
    assert.match(long, /^Context: ~12\.3k of 128k.*\nInput: ~45\.2k.*\nOutput: ~950.*\n~ is an/);
    assert.equal(cost, undefined);
  });

  it('decision 25: is nearly full above 80%', () => {
    const isNearlyFull = (usedTokens: number) =>
      usageText({ ...usage, usedTokens, contextTokens: 100 }).isNearlyFull;
    assert.deepEqual([80, 81, 250].map(isNearlyFull), [false, true, true]);
  });

  it('shows no percentage when the context size is unknown', () => {
    const { short, percent, isNearlyFull } = usageText({ ...usage, contextTokens: 0 });
    assert.deepEqual([short, percent, isNearlyFull], ['12.3k', undefined, false]);
  });
});
