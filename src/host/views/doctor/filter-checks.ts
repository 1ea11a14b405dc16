import { button, check, type Check } from './doctor-report';
import { sizeOf } from '../../../core/base/wording';
import type { FilterMetrics, RuleMetrics } from '../../../core/contracts/filter-rule';
import { shown, shownCount, t } from '../../window/language';

export function filterChecks({ isOn, metrics, problems }: FilterFacts): readonly Check[] {
  if (!isOn) {
    const remedy = t('Turn on gatehouse.filters.enabled for shorter outputs and fewer tokens.');
    return [check('warning', t('filters'), t('switched off'), remedy), ...problemChecks(problems)];
  }
  return [
    check('ok', t('filters'), shortenedText(metrics)),
    ...metrics.rules.map((rule) => check('ok', t('filter'), ruleText(rule))),
    ...problemChecks(problems),
  ];
}

/** How many outputs were shortened since the window was opened (003-filters-5). */
export function shortenedText(metrics: FilterMetrics): string {
  const { full, partial, fallback, rawBytes, filteredBytes } = metrics;
  if (full + partial + fallback === 0) return t('no output has been filtered yet');
  return t(
    '{0} shortened, {1} shortened with less confidence, {2} unchanged ({3} → {4})',
    ...[full, partial, fallback].map(shownCount),
    ...[rawBytes, filteredBytes].map((size) => shown(sizeOf(size))),
  );
}

function ruleText({ rule, full, partial, fallback, linesIn, linesOut }: RuleMetrics): string {
  return t(
    '{0}: {1} shortened, {2} shortened with less confidence, {3} unchanged ({4} → {5} lines)',
    rule,
    ...[full, partial, fallback, linesIn, linesOut].map(shownCount),
  );
}

function problemChecks(problems: readonly string[]): readonly Check[] {
  const action = button(t('Edit Output Filters'), 'editOutputFilters');
  return problems.map((text) => check('warning', t('filters'), text, { action }));
}

export interface FilterFacts {
  readonly isOn: boolean;
  readonly metrics: FilterMetrics;
  readonly problems: readonly string[];
}
