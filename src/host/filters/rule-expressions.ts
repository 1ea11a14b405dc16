import type { FilterRule, FilterStrategy } from '../../core/contracts/filter-rule';

/** A regular expression of a rule, and where it stands. */
export interface RuleExpression {
  readonly path: readonly (string | number)[];
  readonly pattern: string;
}

/** Every regular expression that a rule holds. */
export function expressionsOf({ match, strategy }: FilterRule): readonly RuleExpression[] {
  const ofMatch = match.regex === undefined ? [] : [expressionAt(match.regex, 'match', 'regex')];
  return [...ofMatch, ...ofStrategy(strategy)];
}

function ofStrategy(strategy: FilterStrategy): readonly RuleExpression[] {
  switch (strategy.type) {
    case 'strip_noise':
    case 'keep_matching':
      return patternList(strategy.patterns);
    case 'strip_annotated':
      return [...patternList(strategy.patterns), ...optionalPattern('summary_pattern', strategy.summary_pattern)];
    case 'group_by_rule':
      return [
        ...optionalPattern('location_pattern', strategy.location_pattern),
        ...optionalPattern('rule_pattern', strategy.rule_pattern),
      ];
    case 'dedup':
      return strategy.normalize_patterns.map(({ pattern }, index) =>
        expressionAt(pattern, 'strategy', 'normalize_patterns', index, 'pattern'),
      );
    case 'truncate':
    case 'test_summary':
    case 'git_status':
    case 'git_diff':
      return [];
  }
}

function patternList(patterns: readonly string[]): readonly RuleExpression[] {
  return patterns.map((pattern, index) => expressionAt(pattern, 'strategy', 'patterns', index));
}

function optionalPattern(key: string, pattern: string | undefined): readonly RuleExpression[] {
  return pattern === undefined ? [] : [expressionAt(pattern, 'strategy', key)];
}

function expressionAt(pattern: string, ...path: readonly (string | number)[]): RuleExpression {
  return { pattern, path };
}
