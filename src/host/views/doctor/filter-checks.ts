import { check, type Check } from './doctor-report';
import type { FilterMetrics, RuleMetrics } from '../../../core/contracts/filter-rule';
import { counted, grouped } from '../../../core/base/wording';

export function filterChecks({ isOn, metrics, problems }: FilterFacts): readonly Check[] {
  if (!isOn) {
    const remedy = 'Turn on gatehouse.filters.enabled for shorter outputs and fewer tokens.';
    return [check('warning', 'filters', 'switched off', remedy), ...problemChecks(problems)];
  }
  return [
    check('ok', 'filters', metricsText(metrics)),
    ...metrics.rules.map((rule): Check => check('ok', 'filter', ruleText(rule))),
    ...problemChecks(problems),
  ];
}

function problemChecks(problems: readonly string[]): readonly Check[] {
  const remedy = 'Run "Gatehouse: Edit Output Filters".';
  return problems.map((text) => check('warning', 'filters', text, remedy));
}

export interface FilterFacts {
  readonly isOn: boolean;
  readonly metrics: FilterMetrics;
  readonly problems: readonly string[];
}

type Counts = Pick<FilterMetrics, 'full' | 'partial' | 'fallback'>;

/** The totals, then each rule, for the log. */
export function metricsLines(metrics: FilterMetrics): readonly string[] {
  return [metricsText(metrics), ...metrics.rules.map(ruleText)];
}

/** All since the window was opened (003-filters-5). */
export function metricsText(metrics: FilterMetrics): string {
  const { rawBytes, filteredBytes } = metrics;
  const saved = rawBytes > 0 ? `, ${(100 * (1 - filteredBytes / rawBytes)).toFixed(1)}% saved` : '';
  return `F/P/B ${confidences(metrics)}, ${grouped(rawBytes)} -> ${grouped(filteredBytes)} bytes${saved}`;
}

function ruleText({ rule, outputs, linesIn, linesOut, ...counts }: RuleMetrics): string {
  const times = counted(outputs, 'output');
  return `${rule}: ${times}, F/P/B ${confidences(counts)}, ${grouped(linesIn)} -> ${grouped(linesOut)} lines`;
}

function confidences({ full, partial, fallback }: Counts): string {
  return [full, partial, fallback].map(grouped).join('/');
}
