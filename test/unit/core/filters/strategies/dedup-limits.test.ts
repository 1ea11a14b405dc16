import assert from 'node:assert/strict';
import {
  filterRuleSchema,
  type FilterRuleInput,
} from '../../../../../src/core/contracts/filter-rule';
import { FilterSet, filterText } from '../../../../../src/core/filters/filter-set';

type Dedup = Extract<FilterRuleInput['strategy'], { type: 'dedup' }>;

type Strategy = FilterRuleInput['strategy'];

function filter(by: Strategy | readonly Strategy[], lines: readonly string[]): readonly string[] {
  const rules = [by].flat().map((strategy, at) => ({
    rule: filterRuleSchema.parse({
      name: `own-${String(at)}`,
      match: { prefix: 'show' },
      strategy,
    }),
    source: 'user' as const,
  }));
  const set = new FilterSet(rules, { limitBytes: 1024 * 1024 });
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

  it('003-strategy-9: counts an error that comes again at another time, behind its first line', () => {
    const errors = Array.from(
      { length: 40 },
      (_, n) => `2026-01-02T03:04:${String(10 + n)}Z ERROR src/pool.ts:12 connection refused`,
    );
    const calm = Array.from({ length: 40 }, (_, n) => `step ${'x'.repeat(n)}`);
    const dedup: Dedup = { type: 'dedup' };
    const cut = { type: 'truncate', max_lines: 6, head: 1, tail: 1 } as const;
    const lines = filter([dedup, cut], [...calm, ...errors, ...calm]);
    assert.ok(lines.includes('2026-01-02T03:04:10Z ERROR src/pool.ts:12 connection refused (x40)'));
  });

  it('keeps every error that differs in more than its time, whatever the patterns', () => {
    const address = { pattern: '\\d+(?:\\.\\d+){3}', replacement: '<address>' };
    const lines = (word: string) =>
      namesOf(9).map((_, n) => `${word}: peer 10.0.0.${String(n)} left`);
    const dedup: Dedup = { type: 'dedup', normalize_patterns: [address] };
    assert.deepEqual(filter(dedup, lines('info')), ['info: peer 10.0.0.0 left (x9)']);
    assert.deepEqual(filter(dedup, lines('error')), lines('error'));
  });

  it('distinguishes lines by their timestamps if the rule says so', () => {
    const lines = Array.from({ length: 9 }, (_, n) => `2026-01-02T03:04:0${String(n)} beat`);
    assert.deepEqual(filter({ type: 'dedup' }, lines), ['2026-01-02T03:04:00 beat (x9)']);
    assert.deepEqual(filter({ type: 'dedup', timestamps: false }, lines), lines);
  });
});
