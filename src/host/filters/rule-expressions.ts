import type { FilterRule, FilterStrategy } from '../../core/contracts/filter-rule';

/** A regular expression of a rule, and where it stands. */
export interface RuleExpression {
  readonly path: readonly (string | number)[];
  readonly pattern: string;
}

/** Every regular expression that a rule holds. */
export function expressionsOf({ match, strategy }: FilterRule): readonly RuleExpression[] {
  const ofMatch = match.regex === undefined ? [] : [at(match.regex, 'match', 'regex')];
  return [...ofMatch, ...ofStrategy(strategy)];
}

function ofStrategy(strategy: FilterStrategy): readonly RuleExpression[] {
  switch (strategy.type) {
    case 'strip_noise':
    case 'keep_matching':
      return listed(strategy.patterns);
    case 'strip_annotated':
      return [...listed(strategy.patterns), ...single('summary_pattern', strategy.summary_pattern)];
    case 'group_by_rule':
      return [
        ...single('location_pattern', strategy.location_pattern),
        ...single('rule_pattern', strategy.rule_pattern),
      ];
    case 'dedup':
      return strategy.normalize_patterns.map(({ pattern }, index) =>
        at(pattern, 'strategy', 'normalize_patterns', index, 'pattern'),
      );
    case 'truncate':
    case 'test_summary':
    case 'git_status':
    case 'git_diff':
      return [];
  }
}

function listed(patterns: readonly string[]): readonly RuleExpression[] {
  return patterns.map((pattern, index) => at(pattern, 'strategy', 'patterns', index));
}

function single(key: string, pattern: string | undefined): readonly RuleExpression[] {
  return pattern === undefined ? [] : [at(pattern, 'strategy', key)];
}

function at(pattern: string, ...path: readonly (string | number)[]): RuleExpression {
  return { pattern, path };
}
