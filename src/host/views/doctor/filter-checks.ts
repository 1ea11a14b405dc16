import { button, check, type Check } from './doctor-report';
import type { FilterMetrics } from '../../../core/contracts/filter-rule';
import { metricsLines } from '../../../core/filters/filter-metrics';
import { t } from '../../window/language';

export function filterChecks({ isOn, metrics, problems }: FilterFacts): readonly Check[] {
  if (!isOn) {
    const remedy = t('Turn on gatehouse.filters.enabled for shorter outputs and fewer tokens.');
    return [check('warning', t('filters'), t('switched off'), remedy), ...problemChecks(problems)];
  }
  return [
    ...metricsLines(metrics).map((text, at) =>
      check('ok', at === 0 ? t('filters') : t('filter'), text),
    ),
    ...problemChecks(problems),
  ];
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
