import type { FilterStrategy } from '../contracts/filter-rule';
import type { LinePolicy, LineStrategy } from './strategy';
import { dedup } from './strategies/dedup';
import { gitDiff } from './strategies/git-diff';
import { gitStatus } from './strategies/git-status';
import { groupByRule } from './strategies/group-by-rule';
import { keepMatching } from './strategies/keep-matching';
import { stripAnnotated } from './strategies/strip-annotated';
import { stripNoise } from './strategies/strip-noise';
import { testSummary } from './strategies/test-summary';
import { truncate } from './strategies/truncate';

/**
 * The nine strategies (003 Strategies). Throws a SyntaxError where a pattern is none.
 */
export function compileStrategy(strategy: FilterStrategy, judge: LinePolicy): () => LineStrategy {
  switch (strategy.type) {
    case 'dedup':
      return dedup(strategy, judge);
    case 'git_diff':
      return gitDiff(strategy, judge);
    case 'git_status':
      return gitStatus(strategy, judge);
    case 'group_by_rule':
      return groupByRule(strategy, judge);
    case 'keep_matching':
      return keepMatching(strategy, judge);
    case 'strip_annotated':
      return stripAnnotated(strategy, judge);
    case 'strip_noise':
      return stripNoise(strategy, judge);
    case 'test_summary':
      return testSummary(strategy, judge);
    case 'truncate':
      return truncate(strategy, judge);
  }
}
