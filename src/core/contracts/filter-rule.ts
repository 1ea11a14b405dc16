import * as z from 'zod';

/** Characters of a regular expression in a rule, in Rust's syntax (003-safety-2). */
const maxExpression = 512;
const expression = z.string().min(1).max(maxExpression);
const expressions = z.array(expression).min(1).max(100);
const lines = z.int().min(0).max(100_000);

/** Matchers in code, for what a single pattern does not express well (000-filters-1). */
export const customMatchers = ['file_listing', 'package_script', 'test_runner'] as const;
export type CustomMatcher = (typeof customMatchers)[number];

/** Exactly one of them (003-match-1). */
const match = z
  .strictObject({
    exact: z.string().min(1).max(1000).optional(),
    prefix: z.string().min(1).max(1000).optional(),
    regex: expression.optional(),
    custom: z.enum(customMatchers).optional(),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    error: 'needs exactly one of exact, prefix, regex and custom',
  });

/** The formats that `test_summary` reads; `auto` detects the format. */
export const testFormats = [
  'auto',
  'cargo',
  'pytest',
  'go',
  'mocha',
  'jest',
  'vitest',
  'node',
  'tap',
] as const;

/** The formats in which linters and compilers name location and rule. */
export const diagnosticFormats = ['clippy', 'eslint', 'tsc', 'ruff'] as const;

/** The nine strategies with their parameters (003-strategy-1 to 003-strategy-9). */
const strategy = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('strip_noise'), patterns: expressions }),
  z.strictObject({
    type: z.literal('truncate'),
    max_lines: lines.min(1),
    head: lines.default(20),
    tail: lines.default(20),
  }),
  z.strictObject({ type: z.literal('keep_matching'), patterns: expressions }),
  z.strictObject({
    type: z.literal('strip_annotated'),
    /** Of the lines to remove. */
    patterns: expressions,
    /** Of the line to move to the front. */
    summary_pattern: expression.optional(),
    /** With more kept lines than this, only `keep_head` and `keep_tail` are kept; 0: never. */
    long_output_threshold: lines.default(0),
    keep_head: lines.default(10),
    keep_tail: lines.default(5),
  }),
  z.strictObject({
    type: z.literal('test_summary'),
    format: z.enum(testFormats).default('auto'),
    /** How many failures keep their text; the others keep only their name. */
    max_failures: lines.default(10),
    /** Lines kept of each failure. */
    truncate_stack_trace: lines.default(50),
  }),
  z.strictObject({
    type: z.literal('group_by_rule'),
    format: z.enum(diagnosticFormats).default('clippy'),
    /** Replaces the format's pattern; its first group is the location. */
    location_pattern: expression.optional(),
    /** Replaces the format's pattern; its first group is the rule. */
    rule_pattern: expression.optional(),
  }),
  z.strictObject({ type: z.literal('git_status') }),
  z.strictObject({ type: z.literal('git_diff'), max_diff_lines: lines.min(1).default(500) }),
  z.strictObject({
    type: z.literal('dedup'),
    /** Fewer equivalent lines than this stay as they are. */
    min_lines: lines.min(2).default(2),
    /** Whether lines that differ only in timestamps and UUIDs are equivalent. */
    timestamps: z.boolean().default(true),
    /** What else may differ. */
    normalize_patterns: z
      .array(z.strictObject({ pattern: expression, replacement: z.string().max(100) }))
      .max(100)
      .default([]),
  }),
]);

/** Names a rule in settings, statistics and messages. */
const name = z.string().min(1).max(200);

/** A user's rule or a shipped one; without `match` and `strategy` it disables one (003-match-2). */
export const filterRuleSchema = z.strictObject({
  name,
  match,
  strategy,
  enabled: z.boolean().default(true),
});
export const filterSwitchSchema = z.strictObject({ name, enabled: z.boolean() });

export type FilterRule = z.output<typeof filterRuleSchema>;
/** As written: fields with a default may be absent. */
export type FilterRuleInput = z.input<typeof filterRuleSchema>;
export type FilterMatch = FilterRule['match'];
export type FilterStrategy = FilterRule['strategy'];
export type StrategyType = FilterStrategy['type'];
export type StrategyOf<Type extends StrategyType> = Extract<FilterStrategy, { type: Type }>;

/** How sure a filter is of its result (003-filters-4); `fallback` leaves the output as it is. */
export const filterConfidences = ['full', 'partial', 'fallback'] as const;
export type FilterConfidence = (typeof filterConfidences)[number];

/** Statistics of filtering one output. Lines and UTF-8 bytes are of the whole output. */
export interface FilterStats {
  readonly rules: readonly string[];
  /** The worst of all rules. */
  readonly confidence: FilterConfidence;
  readonly rawLines: number;
  readonly filteredLines: number;
  readonly rawBytes: number;
  readonly filteredBytes: number;
}

export interface FilterReport extends FilterStats {
  readonly text: string;
}

/** Counts of one rule since the window was opened (000-filters-4). */
export interface RuleMetrics {
  readonly rule: string;
  /** Outputs that it was applied to. */
  readonly outputs: number;
  readonly full: number;
  readonly partial: number;
  readonly fallback: number;
  readonly linesIn: number;
  readonly linesOut: number;
}

/** Totals of all rules (003-filters-5); an output counts once, with its worst confidence. */
export interface FilterMetrics {
  readonly full: number;
  readonly partial: number;
  readonly fallback: number;
  readonly rawBytes: number;
  readonly filteredBytes: number;
  readonly rules: readonly RuleMetrics[];
}
