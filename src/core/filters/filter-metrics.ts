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

export interface MetricsCounter {
  count(output: FilteredOutput): void;
  read(): FilterMetrics;
}

/** Counts since it was made (000-filters-4: in-memory counters per filter). */
export function createMetricsCounter(): MetricsCounter {
  const rules = new Map<string, RuleMetrics>();
  let total = { full: 0, partial: 0, fallback: 0, rawBytes: 0, filteredBytes: 0 };
  return {
    count: ({ confidence, rawBytes, filteredBytes, stages }) => {
      total = {
        ...total,
        [confidence]: total[confidence] + 1,
        rawBytes: total.rawBytes + rawBytes,
        filteredBytes: total.filteredBytes + filteredBytes,
      };
      for (const stage of stages) rules.set(stage.rule, added(rules.get(stage.rule), stage));
    },
    read: () => ({ ...total, rules: [...rules.values()].sort(byName) }),
  };
}

function added(before: RuleMetrics | undefined, stage: StageCount): RuleMetrics {
  const { rule, confidence, linesIn, linesOut } = stage;
  const none = { rule, outputs: 0, full: 0, partial: 0, fallback: 0, linesIn: 0, linesOut: 0 };
  const counted = before ?? none;
  return {
    ...counted,
    [confidence]: counted[confidence] + 1,
    outputs: counted.outputs + 1,
    linesIn: counted.linesIn + linesIn,
    linesOut: counted.linesOut + linesOut,
  };
}

function byName(a: RuleMetrics, b: RuleMetrics): number {
  return a.rule < b.rule ? -1 : 1;
}

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
