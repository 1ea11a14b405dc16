import type { FilterConfidence, FilterMetrics, RuleMetrics } from '../contracts/filter';

/** The result for one output. */
export interface FilteredOutput {
  readonly confidence: FilterConfidence;
  readonly rawBytes: number;
  /** Size of the text used: the raw text where nothing was gained. */
  readonly filteredBytes: number;
  readonly stages: readonly StageCount[];
}

/** Result of one rule. */
export interface StageCount {
  readonly rule: string;
  readonly confidence: FilterConfidence;
  readonly linesIn: number;
  readonly linesOut: number;
}

const none = { full: 0, partial: 0, fallback: 0 };

export const noMetrics: FilterMetrics = { ...none, rawBytes: 0, filteredBytes: 0, rules: [] };

/** The counts of one output (000-filters-4: in-memory counters per filter). */
export function metricsOf(output: FilteredOutput): FilterMetrics {
  const { confidence, rawBytes, filteredBytes, stages } = output;
  const rules = stages.map(({ rule, confidence: own, linesIn, linesOut }) => ({
    rule,
    outputs: 1,
    ...none,
    [own]: 1,
    linesIn,
    linesOut,
  }));
  return { ...none, [confidence]: 1, rawBytes, filteredBytes, rules };
}

/** Counts of several outputs or sets of rules as one; a rule counts by its name. */
export function sumMetrics(all: readonly FilterMetrics[]): FilterMetrics {
  const rules = new Map<string, RuleMetrics>();
  for (const each of all.flatMap((metrics) => metrics.rules)) {
    const before = rules.get(each.rule);
    rules.set(each.rule, before === undefined ? each : addRule(before, each));
  }
  return {
    full: sum(all, 'full'),
    partial: sum(all, 'partial'),
    fallback: sum(all, 'fallback'),
    rawBytes: sum(all, 'rawBytes'),
    filteredBytes: sum(all, 'filteredBytes'),
    rules: [...rules.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1)),
  };
}

function addRule(before: RuleMetrics, each: RuleMetrics): RuleMetrics {
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
