import { counted, grouped } from '../base/wording';
import type { FilterConfidence, FilterMetrics, RuleMetrics } from '../contracts/filter-rule';

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

/** How many outputs are counted before the counts are reported. */
const period = 50;

/** In-memory counters of all outputs, and per rule (000-filters-4). */
export class FilterCounters {
  private total = { ...none, rawBytes: 0, filteredBytes: 0 };
  private readonly rules = new Map<string, RuleMetrics>();

  /** `report` receives the counts after every 50 outputs. */
  constructor(private readonly report?: (metrics: FilterMetrics) => void) {}

  /** Counts one output. */
  add({ confidence, rawBytes, filteredBytes, stages }: FilteredOutput): void {
    this.total[confidence] += 1;
    this.total.rawBytes += rawBytes;
    this.total.filteredBytes += filteredBytes;
    for (const { rule, confidence: own, linesIn, linesOut } of stages) {
      const before = this.rules.get(rule) ?? { rule, outputs: 0, ...none, linesIn: 0, linesOut: 0 };
      this.rules.set(rule, {
        ...before,
        outputs: before.outputs + 1,
        [own]: before[own] + 1,
        linesIn: before.linesIn + linesIn,
        linesOut: before.linesOut + linesOut,
      });
    }
    const { full, partial, fallback } = this.total;
    if ((full + partial + fallback) % period === 0) this.report?.(this.metrics());
  }

  /** The counts so far; the rules sorted by name. */
  metrics(): FilterMetrics {
    const rules = [...this.rules.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1));
    return { ...this.total, rules };
  }
}

type Counts = Pick<FilterMetrics, 'full' | 'partial' | 'fallback'>;

/** The totals, then each rule, for the log. */
export function metricsLines(metrics: FilterMetrics): readonly string[] {
  return [metricsText(metrics), ...metrics.rules.map(ruleText)];
}

function metricsText(metrics: FilterMetrics): string {
  const { rawBytes, filteredBytes } = metrics;
  const saved = rawBytes > 0 ? `, ${(100 * (1 - filteredBytes / rawBytes)).toFixed(1)}% saved` : '';
  return `full/partial/fallback ${confidences(metrics)}, ${grouped(rawBytes)} -> ${grouped(filteredBytes)} bytes${saved}`;
}

function ruleText({ rule, outputs, linesIn, linesOut, ...counts }: RuleMetrics): string {
  const times = counted(outputs, 'output');
  return `${rule}: ${times}, full/partial/fallback ${confidences(counts)}, ${grouped(linesIn)} -> ${grouped(linesOut)} lines`;
}

function confidences({ full, partial, fallback }: Counts): string {
  return [full, partial, fallback].map(grouped).join('/');
}
