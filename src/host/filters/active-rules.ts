import { createWorkGuard } from '../../adapters/system/work-guard';
import type { FilterMetrics } from '../../core/contracts/filter';
import type { CommandText } from '../../core/filters/command-match';
import { FilterSet, type SourcedRule } from '../../core/filters/filter-set';
import type { FilterRun } from '../../core/ports/output-filters';
import type { TrialRules } from './trial';
import { noMetrics, sumMetrics } from '../../core/filters/filter-metrics';

/** A busy machine must not switch a harmless rule off. */
const maxStrikes = 3;
/** Bytes kept of a filtered output: as much as of the raw one. */
const limitBytes = 1024 * 1024;

export interface ActiveRulesDeps {
  /** The time the user's patterns may take for one chunk of output. */
  readonly chunkLimitMs: number;
  /** A rule repeatedly exceeded its time and is off. */
  readonly onDisabled: (rule: SourcedRule) => void;
}

export class ActiveRules {
  private readonly guard: ReturnType<typeof createWorkGuard>;
  private readonly sets = new SwappableFilterSet(new FilterSet([], { limitBytes }));
  private readonly strikes = new Map<SourcedRule, number>();
  private rules: readonly SourcedRule[] = [];

  constructor(private readonly deps: ActiveRulesDeps) {
    this.guard = createWorkGuard(deps.chunkLimitMs);
  }

  /** Outputs that began with the earlier rules end with them. */
  use(rules: readonly SourcedRule[]): void {
    this.strikes.clear();
    this.put(rules);
  }

  open(command: CommandText): FilterRun | undefined {
    return this.sets.open(command);
  }

  /** Statistics of all rules since the window was opened. */
  metrics(): FilterMetrics {
    return this.sets.metrics();
  }

  /** The same rules for a trial, without statistics. */
  forTrial(): TrialRules {
    const slow: string[] = [];
    const set = this.setOf(this.rules, (name) => {
      slow.push(name);
    });
    return { rules: this.rules, slow, set };
  }

  private setOf(rules: readonly SourcedRule[], onSlow: (rule: string) => void): FilterSet {
    return new FilterSet(rules, { limitBytes, guard: this.guard, onSlow });
  }

  private put(rules: readonly SourcedRule[]): void {
    this.rules = rules;
    const set = this.setOf(rules, (name) => {
      const slow = rules.find(({ rule }) => rule.name === name);
      // Replaced rules need not be switched off.
      if (rules === this.rules && slow !== undefined) this.strike(slow);
    });
    this.sets.swap(set);
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

interface SetInUse {
  readonly set: FilterSet;
  openRuns: number;
}

/** A set of rules that can be swapped during outputs, with joint statistics. */
class SwappableFilterSet {
  private current: SetInUse;
  /** Earlier sets that outputs still use. */
  private readonly earlier = new Set<SetInUse>();
  /** Statistics of sets that are no longer in use. */
  private counted = noMetrics;

  constructor(first: FilterSet) {
    this.current = { set: first, openRuns: 0 };
  }

  /** Outputs that began with the earlier set end with it. */
  swap(set: FilterSet): void {
    const before = this.current;
    this.current = { set, openRuns: 0 };
    this.earlier.add(before);
    this.letGo(before);
  }

  open(command: CommandText): FilterRun | undefined {
    const inUse = this.current;
    const run = inUse.set.open(command);
    return run && this.counting(run, inUse);
  }

  /** Statistics of all sets (000-filters-4). */
  metrics(): FilterMetrics {
    const sets = [...this.earlier, this.current].map(({ set }) => set.metrics());
    return sumMetrics([this.counted, ...sets]);
  }

  private letGo(inUse: SetInUse): void {
    if (inUse === this.current || inUse.openRuns > 0) return;
    this.counted = sumMetrics([this.counted, inUse.set.metrics()]);
    this.earlier.delete(inUse);
  }

  private counting(run: FilterRun, inUse: SetInUse): FilterRun {
    inUse.openRuns += 1;
    return {
      write: (text) => {
        run.write(text);
      },
      end: (exitCode) => {
        const report = run.end(exitCode);
        inUse.openRuns -= 1;
        this.letGo(inUse);
        return report;
      },
    };
  }
}
