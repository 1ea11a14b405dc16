import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { MatchCollector, PathCollector } from '../../../../src/adapters/search/collect-results';
import type { FoundLine } from '../../../../src/adapters/search/search-job';

/** `3` is a match, `-3` a context line. */
function lines(...numbers: readonly number[]): FoundLine[] {
  return numbers.map((number) => {
    const line = Math.abs(number);
    return { line, text: `line ${String(line)}`, isContext: number < 0 };
  });
}

function collect(
  files: Readonly<Record<string, readonly FoundLine[]>>,
  limits: { readonly maxMatches?: number; readonly maxBytes?: number; readonly context?: number },
) {
  const all = { maxMatches: 100, maxBytes: 10_000, context: 1, ...limits };
  const collector = new MatchCollector(all, (path) => !path.includes('denied'));
  const answers = Object.entries(files).map(([path, found]) =>
    collector.add({ path, lines: found }),
  );
  const { matches, cut } = collector.result();
  const told = matches.map(
    ({ path, line, isContext }) => `${path}:${isContext ? '-' : ''}${String(line)}`,
  );
  return { answers, told, cut };
}

describe('MatchCollector', () => {
  it('sorts files by path and omits denied ones', () => {
    const found = collect({ '/b': lines(2, 1), '/denied': lines(1), '/a/c': lines(5) }, {});
    assert.deepEqual(found.told, ['/a/c:5', '/b:1', '/b:2']);
    assert.equal(found.cut, undefined);
    assert.deepEqual(found.answers, ['more', 'more', 'more']);
  });

  it('counts matches, not context lines', () => {
    const found = collect({ '/a': lines(-1, 2, -3, 4, -5) }, { maxMatches: 2 });
    assert.deepEqual(found.told, ['/a:-1', '/a:2', '/a:-3', '/a:4', '/a:-5']);
    assert.equal(found.cut, undefined);
  });

  it('stops at the limit, without context lines of the match over it', () => {
    const found = collect({ '/a': lines(-1, 2, -3, -7, 8, -9) }, { maxMatches: 1 });
    assert.deepEqual(found.told, ['/a:-1', '/a:2', '/a:-3']);
    assert.equal(found.cut, 'matches');
    assert.deepEqual(found.answers, ['enough']);
  });

  it('reports no line of a file without a reported match', () => {
    const found = collect({ '/a': lines(2), '/b': lines(-1, 2) }, { maxMatches: 1, context: 3 });
    assert.deepEqual(found.told, ['/a:2']);
  });

  it('stops at the byte limit', () => {
    const found = collect({ '/a': lines(1, 2, 3) }, { maxBytes: 13 });
    assert.deepEqual(found.told, ['/a:1', '/a:2']);
    assert.equal(found.cut, 'bytes');
    assert.equal(collect({ '/a': lines(1, 2) }, { maxBytes: 12 }).cut, undefined);
  });
});

describe('PathCollector', () => {
  it('keeps the first paths in order, whatever order they arrive in, and counts all', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-e]{1,3}$/));
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 5 }), (paths, max) => {
        const collector = new PathCollector(max, (path) => !path.startsWith('c'));
        for (const path of paths) collector.add(path);
        const readable = paths.filter((path) => !path.startsWith('c')).sort();
        assert.deepEqual(collector.result(), {
          paths: readable.slice(0, max),
          truncated: readable.length > max,
          total: readable.length,
        });
      }),
    );
  });
});
