import { metricsText, ruleText, type FilterFacts } from '../filter-words';
import type { Check } from './doctor-report';

/** Whether output filters work, what they saved, and what of their files does not count. */
export function filterChecks({ isOn, metrics, problems }: FilterFacts): readonly Check[] {
  const name = 'filters';
  if (!isOn) {
    const remedy = 'Set gatehouse.filters.enabled for shorter outputs and fewer tokens.';
    return [{ name, level: 'warning', text: 'switched off', remedy }, ...problemChecks(problems)];
  }
  return [
    { name, level: 'ok', text: metricsText(metrics) },
    ...metrics.rules.map((rule): Check => ({ name: 'filter', level: 'ok', text: ruleText(rule) })),
    ...problemChecks(problems),
  ];
}

function problemChecks(problems: readonly string[]): readonly Check[] {
  const remedy = 'Run "Gatehouse: Edit Output Filters".';
  return problems.map((text) => ({ name: 'filters', level: 'warning', text, remedy }));
}
