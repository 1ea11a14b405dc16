import type { FilterMetrics, RuleMetrics } from '../../core/contracts/filter';

export const noMetrics: FilterMetrics = {
  full: 0,
  partial: 0,
  fallback: 0,
  rawBytes: 0,
  filteredBytes: 0,
  rules: [],
};

/** Counts of several sets of rules as one; a rule counts by its name. */
export function sumMetrics(all: readonly FilterMetrics[]): FilterMetrics {
  const rules = new Map<string, RuleMetrics>();
  for (const metrics of all) {
    for (const each of metrics.rules) rules.set(each.rule, addRule(rules.get(each.rule), each));
  }
  return {
    full: sum(all, 'full'),
    partial: sum(all, 'partial'),
    fallback: sum(all, 'fallback'),
    rawBytes: sum(all, 'rawBytes'),
    filteredBytes: sum(all, 'filteredBytes'),
    rules: [...rules.values()].toSorted((a, b) => (a.rule < b.rule ? -1 : 1)),
  };
}

function addRule(before: RuleMetrics | undefined, each: RuleMetrics): RuleMetrics {
  if (before === undefined) return each;
  return {
    rule: each.rule,
    outputs: before.outputs + each.outputs,
    full: before.full + each.full,
    partial: before.partial + each.partial,
    fallback: before.fallback + each.fallback,
    linesIn: before.linesIn + each.linesIn,
    linesOut: before.linesOut + each.linesOut,
  };
}

function sum(all: readonly FilterMetrics[], key: Exclude<keyof FilterMetrics, 'rules'>): number {
  return all.reduce((total, metrics) => total + metrics[key], 0);
}
