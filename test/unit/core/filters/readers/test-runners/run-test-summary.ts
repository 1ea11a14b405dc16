import {
  filterRuleSchema,
  type FilterConfidence,
  type FilterRuleInput,
} from '../../../../../../src/core/contracts/filter-rule';
import { linePolicy } from '../../../../../../src/core/filters/lines/line-policy';
import { testSummary } from '../../../../../../src/core/filters/strategies/test-summary';

type Params = Extract<FilterRuleInput['strategy'], { type: 'test_summary' }>;

export interface Summarized {
  readonly lines: readonly string[];
  readonly confidence: FilterConfidence;
}

/** What `test_summary` leaves of an output. */
export function summarise(
  lines: readonly string[],
  params: Omit<Params, 'type'> = {},
  exitCode: number | undefined = 1,
): Summarized {
  const rule: FilterRuleInput = {
    name: 'tried',
    match: { prefix: 'test' },
    strategy: { type: 'test_summary', ...params },
  };
  const { strategy } = filterRuleSchema.parse(rule);
  if (strategy.type !== 'test_summary') throw new Error('another strategy came back');
  const run = testSummary(strategy, linePolicy)();
  const given: string[] = [];
  const give = (line: string): void => {
    given.push(line);
  };
  for (const line of lines) run.push(line, give);
  const confidence = run.end(exitCode, give);
  return { lines: given, confidence };
}

/** The lines of a text, as they stand between the first and the last line of a template. */
export function linesOf(text: string): readonly string[] {
  return text.replace(/^\n/, '').replace(/\n *$/, '').split('\n');
}
