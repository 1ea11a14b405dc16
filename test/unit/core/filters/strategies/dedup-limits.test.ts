import assert from 'node:assert/strict';
import {
  filterRuleSchema,
  type FilterRuleInput,
} from '../../../../../src/core/contracts/filter-rule';
import { createFilterSet } from '../../../../../src/core/filters/filter-set';
import { filterText } from '../../../../../src/core/filters/filter-text';

type Dedup = Extract<FilterRuleInput['strategy'], { type: 'dedup' }>;

function filter(strategy: Dedup, lines: readonly string[]): readonly string[] {
  const rule = filterRuleSchema.parse({ name: 'own', match: { prefix: 'show' }, strategy });
  const set = createFilterSet([{ rule, source: 'user' }], { limitBytes: 1024 * 1024 });
  const command = { whole: 'show', last: 'show' };
  return filterText(set, command, lines.map((line) => `${line}\n`).join(''), 0)
    .text.trim()
    .split('\n');
}

const packages = { pattern: '(?<=^packages)/.*$', replacement: '' };

function namesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => `packages/name-${String(n)}`);
}

describe('what dedup takes for the same', () => {
  it('folds runs of min_lines and more, and leaves shorter ones as they are', () => {
    const strategy: Dedup = { type: 'dedup', min_lines: 5, normalize_patterns: [packages] };
    assert.deepEqual(filter(strategy, [...namesOf(4), 'z']), [...namesOf(4), 'z']);
    assert.deepEqual(filter(strategy, [...namesOf(5), 'z']), ['packages/name-0 (x5)', 'z']);
    assert.deepEqual(filter(strategy, ['a', ...namesOf(900)]), ['a', 'packages/name-0 (x900)']);
  });

  it('holds no more of a run than it may, however many lines min_lines asks for', () => {
    const strategy: Dedup = { type: 'dedup', min_lines: 100_000, normalize_patterns: [packages] };
    assert.deepEqual(filter(strategy, namesOf(5000)), ['packages/name-0 (x5000)']);
  });

  it('tells lines apart by their timestamps where the rule says so', () => {
    const lines = Array.from({ length: 9 }, (_, n) => `2026-01-02T03:04:0${String(n)} beat`);
    assert.deepEqual(filter({ type: 'dedup' }, lines), ['2026-01-02T03:04:00 beat (x9)']);
    assert.deepEqual(filter({ type: 'dedup', timestamps: false }, lines), lines);
  });
});
