import { findBacktrackingLine } from '../../adapters/filters/redos-probe';
import type { FilterRule, FilterStrategy } from '../../core/contracts/filter-rule';
import { compileExpression } from '../../core/filters/lines/patterns';
import { invalidRuleReason } from '../../core/filters/filter-set';
import type { Clock } from '../../core/ports/system';
import { fieldPath, quoted } from './rule-issues';

/** Why a rule cannot be used; undefined when it can. */
export type CheckRule = (rule: FilterRule) => Promise<string | undefined>;

/** For all rules of one file: the first filtered command waits for it. */
const fileMs = 5000;
const shownOfLine = 20;

/**
 * Checks the rules of one file: every regular expression must compile, and must not backtrack
 * without bound on lines written against it (003-safety-2).
 */
export function createRuleCheck(clock: Pick<Clock, 'monotonic'>): CheckRule {
  const until = clock.monotonic() + fileMs;
  return async (rule) => {
    for (const { path, pattern } of expressionsOf(rule)) {
      if (clock.monotonic() > until) return tooManyChecks;
      const fault = await faultOf(pattern);
      if (fault !== undefined) return `${fieldPath(path)} ${fault}`;
    }
    return invalidRuleReason(rule);
  };
}

const tooManyChecks = 'the rules before it took too long to check; correct or remove those';

async function faultOf(pattern: string): Promise<string | undefined> {
  let expression: RegExp;
  try {
    expression = compileExpression(pattern);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const why = error.message.replace(/^Invalid regular expression: [^]*\/[a-z]*: /, '');
    return `is not a valid regular expression: ${why}`;
  }
  const evil = await findBacktrackingLine(expression);
  if (evil === undefined) return undefined;
  return `can backtrack without bound, as on ${quoted(`${evil.slice(0, shownOfLine)}…`)}: do not repeat a part that contains a repetition`;
}

/** A regular expression of a rule, and its position. */
export interface RuleExpression {
  readonly path: readonly (string | number)[];
  readonly pattern: string;
}

/** Every regular expression of a rule. */
function expressionsOf({ match, strategy }: FilterRule): readonly RuleExpression[] {
  const ofMatch = match.regex === undefined ? [] : [expressionAt(match.regex, 'match', 'regex')];
  return [...ofMatch, ...ofStrategy(strategy)];
}

function ofStrategy(strategy: FilterStrategy): readonly RuleExpression[] {
  switch (strategy.type) {
    case 'strip_noise':
    case 'keep_matching':
      return patternList(strategy.patterns);
    case 'strip_annotated':
      return [
        ...patternList(strategy.patterns),
        ...optionalPattern('summary_pattern', strategy.summary_pattern),
      ];
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
