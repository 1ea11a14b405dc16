import assert from 'node:assert/strict';
import fc from 'fast-check';
import { english } from '../../fakes/english';
import { formatSize, filterLine } from '../../../../src/core/base/wording';

describe('formatSize', () => {
  for (const [bytes, text] of [
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1048575, '1 MB'],
    [10 * 1024 * 1024, '10 MB'],
    [5 * 1024 ** 5, '5,120 TB'],
  ] as const) {
    it(`${bytes} is ${text}`, () => {
      assert.equal(formatSize(bytes), text);
    });
  }
});

describe('filterLine', () => {
  const cases: readonly (readonly [number, number, string | undefined])[] = [
    [342, 28, '342 lines -> 28 lines, 91.8% filtered'],
    [2, 1, '2 lines -> 1 line, 50.0% filtered'],
    [3, 0, '3 lines -> 0 lines, 100.0% filtered'],
    [12_345, 1, '12,345 lines -> 1 line, 99.9% filtered'],
    [12_345, 12_344, '12,345 lines -> 12,344 lines, 0.1% filtered'],
    [28, 28, undefined],
    [0, 0, undefined],
    [3, 4, undefined],
  ];
  for (const [raw, filtered, line] of cases) {
    it(`003-filters-6: of ${String(raw)} and ${String(filtered)} lines`, () => {
      assert.equal(english(filterLine(raw, filtered)), line);
    });
  }

  it('says 100 % only when nothing is left, and never 0 %', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (raw, filtered) => {
        const share = / ([\d.]+)%/.exec(String(english(filterLine(raw, filtered))))?.[1];
        if (share === undefined) assert.ok(filtered >= raw);
        else assert.equal(share === '100.0', filtered === 0);
        assert.notEqual(share, '0.0');
      }),
    );
  });
});
