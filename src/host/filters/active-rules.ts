import { createWorkGuard } from '../../adapters/system/work-guard';
import type { FilterMetrics } from '../../core/contracts/filter-rule';
import type { CommandText } from '../../core/filters/command-match';
import { FilterSet, type SourcedRule } from '../../core/filters/filter-set';
import type { FilterRun } from '../../core/ports/output-filters';
import type { TrialRules } from './trial';
import { FilterCounters } from '../../core/filters/filter-metrics';

/** A busy machine must not switch a harmless rule off. */
const maxStrikes = 3;
/** Bytes kept of a filtered output: as much as of the raw one. */
const limitBytes = 1024 * 1024;

export interface ActiveRulesDeps {
  /** The time the user's patterns may take for one chunk of output. */
  readonly chunkLimitMs: number;
  /** Receives the counts after every 50 outputs (000-filters-4). */
  readonly onMetrics: (metrics: FilterMetrics) => void;
  /** A rule repeatedly exceeded its time and is off. */
  readonly onDisabled: (rule: SourcedRule) => void;
}

export class ActiveRules {
  private readonly guard: ReturnType<typeof createWorkGuard>;
  private readonly counters: FilterCounters;
  private set = new FilterSet([], { limitBytes });
  private readonly strikes = new Map<SourcedRule, number>();
  private rules: readonly SourcedRule[] = [];

  constructor(private readonly deps: ActiveRulesDeps) {
    this.guard = createWorkGuard(deps.chunkLimitMs);
    this.counters = new FilterCounters(deps.onMetrics);
  }

  /** Outputs that began with the earlier rules end with them. */
  use(rules: readonly SourcedRule[]): void {
    this.strikes.clear();
    this.put(rules);
  }

  open(command: CommandText): FilterRun | undefined {
    return this.set.open(command);
  }

  /** Statistics of all rules since the window was opened. */
  metrics(): FilterMetrics {
    return this.counters.metrics();
  }

  /** The same rules for a trial, without statistics. */
  forTrial(): TrialRules {
    const slow: string[] = [];
    const onSlow = (name: string): void => void slow.push(name);
    const set = new FilterSet(this.rules, { limitBytes, guard: this.guard, onSlow });
    return { rules: this.rules, slow, set };
  }

  private put(rules: readonly SourcedRule[]): void {
    this.rules = rules;
    const onSlow = (name: string): void => {
      const slow = rules.find(({ rule }) => rule.name === name);
      // Replaced rules need not be switched off.
      if (rules === this.rules && slow !== undefined) this.strike(slow);
    };
    const { guard, counters } = this;
    this.set = new FilterSet(rules, { limitBytes, guard, counters, onSlow });
  }

  /** The set has dropped the rule; a new set includes it again until its last strike. */
  private strike(slow: SourcedRule): void {
    const count = (this.strikes.get(slow) ?? 0) + 1;
    this.strikes.set(slow, count);
    if (count < maxStrikes) {
      this.put([...this.rules]);
      return;
    }
    this.put(this.rules.filter((each) => each !== slow));
    this.deps.onDisabled(slow);
  }
}
