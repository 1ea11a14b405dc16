import { filterRuleSchema, type FilterRuleInput } from '../../../../src/core/contracts/filter-rule';
import { FilterSet, type SourcedRule } from '../../../../src/core/filters/filter-set';

export type Strategy = FilterRuleInput['strategy'];

/** Strategies with small numbers, so that short texts reach their bounds. */
export const strategyCases: readonly (readonly [string, Strategy])[] = [
  ['strip_noise', { type: 'strip_noise', patterns: ['^Compiling ', 'progress', '^\\s*$'] }],
  [
    'strip_noise of all but failures',
    { type: 'strip_noise', patterns: ['^(?!.*(?:rror|: |:\\d|FAILED))'] },
  ],
  ['truncate', { type: 'truncate', max_lines: 6, head: 2, tail: 2 }],
  ['truncate to nothing', { type: 'truncate', max_lines: 1, head: 0, tail: 0 }],
  ['keep_matching', { type: 'keep_matching', patterns: ['->', '^To '] }],
  ['strip_annotated', { type: 'strip_annotated', patterns: ['^\\s*(?:note|help): '] }],
  [
    'strip_annotated with a summary and a cut',
    {
      type: 'strip_annotated',
      patterns: ['^Compiling '],
      summary_pattern: '^Finished ',
      long_output_threshold: 5,
      keep_head: 2,
      keep_tail: 1,
    },
  ],
  ['test_summary', { type: 'test_summary', max_failures: 2, truncate_stack_trace: 3 }],
  ['group_by_rule', { type: 'group_by_rule' }],
  ['git_status', { type: 'git_status' }],
  ['git_diff', { type: 'git_diff', max_diff_lines: 5 }],
  ['dedup', { type: 'dedup' }],
  [
    'dedup with a pattern',
    { type: 'dedup', normalize_patterns: [{ pattern: '\\bid \\d+', replacement: 'id' }] },
  ],
];

/** Strategies that move lines: their order is not the order in which lines came. */
export const moving = new Set([
  'strip_annotated with a summary and a cut',
  'group_by_rule',
  'git_status',
  'test_summary',
]);

export const anyCommand = { whole: 'tool', last: 'tool' };

/** A set of one rule, which is for `anyCommand`. */
export function setOf(...strategies: readonly Strategy[]): FilterSet {
  return new FilterSet(rulesOf(...strategies), { limitBytes: 1024 * 1024 });
}

export function rulesOf(...strategies: readonly Strategy[]): readonly SourcedRule[] {
  return strategies.map((strategy, at) => ({
    rule: filterRuleSchema.parse({
      name: `rule-${String(at)}`,
      match: { exact: 'tool' },
      strategy,
    }),
    source: 'built-in' as const,
  }));
}

/** Lines of every kind that a strategy looks for, and of those that it must not lose. */
export const vocabulary: readonly string[] = [
  '',
  '   ',
  'Compiling serde v1.0.1',
  'Finished dev in 1.2s',
  'a line that says nothing much, but is long enough to be worth leaving out',
  'x',
  'progress 10 %',
  'note: see the book',
  'help: try this',
  'To example.com:repo.git',
  '   1a2b3c..4d5e6f  main -> main',
  '2026-01-02T03:04:05.678Z INFO request id 17 done',
  '2026-01-02T03:04:06.001Z INFO request id 18 done',
  'session 123e4567-e89b-12d3-a456-426614174000 opened',
  'session 123e4567-e89b-12d3-a456-426614174999 opened',
  '... (3 lines omitted) ...',
  'a line that came often (x3)',
  'error[E0425]: cannot find value `x`',
  '  --> src/main.rs:3:5',
  'warning: unused variable: `y`',
  '  = note: `#[warn(unused_variables)]` on by default',
  'src/a.ts:12:3: hint',
  'TypeError: undefined is not a function',
  'cp: /etc/shadow: Permission denied',
  "thread 'main' panicked at src/main.rs:2:5:",
  'HTTP 401 Unauthorized',
  'advisory RUSTSEC-2024-0001 applies',
  'warning: unused `Result` that must be used',
  'test parse::works ... ok',
  'test parse::fails ... FAILED',
  'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out',
  'running 2 tests',
  'On branch main',
  'Changes not staged for commit:',
  '\tmodified:   src/a.ts',
  'diff --git a/src/a.ts b/src/a.ts',
  '@@ -1,3 +1,3 @@',
  '-old',
  '+new',
  ' same',
  '🎉 überall grün ✓',
];
