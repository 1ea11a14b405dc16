import type { FilterConfidence, FilterMetrics, RuleMetrics } from '../contracts/filter';

/** What became of one output. */
export interface FilteredOutput {
  readonly confidence: FilterConfidence;
  readonly rawBytes: number;
  /** Of what is used: the raw text where nothing was gained. */
  readonly filteredBytes: number;
  readonly stages: readonly StageCount[];
}

/** What one rule made of an output. */
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

/** Counts since it was made (000 FilterMetrics: in-memory counters per filter). */
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
