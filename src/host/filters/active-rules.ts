import { createWorkGuard } from '../../adapters/filters/work-guard';
import type { FilterMetrics } from '../../core/contracts/filter';
import type { CommandText } from '../../core/filters/command-match';
import { createFilterSet, type FilterSet, type SourcedRule } from '../../core/filters/filter-set';
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

/** The rules in force. */
export interface ActiveRules {
  /** Outputs that began with the earlier rules end with them. */
  use(rules: readonly SourcedRule[]): void;
  open(command: CommandText): FilterRun | undefined;
  /** Statistics of all rules since the window was opened. */
  metrics(): FilterMetrics;
  /** The same rules for a trial, without statistics. */
  forTrial(): TrialRules;
}

export function createActiveRules(deps: ActiveRulesDeps): ActiveRules {
  const { chunkLimitMs, onDisabled: onLeftOut } = deps;
  const guard = createWorkGuard(chunkLimitMs);
  const sets = createSwappableFilterSet(createFilterSet([], { limitBytes }));
  const strikes = new Map<SourcedRule, number>();
  let rules: readonly SourcedRule[] = [];

  function setOf(next: readonly SourcedRule[], onSlow: (rule: string) => void): FilterSet {
    return createFilterSet(next, { limitBytes, guard, onSlow });
  }

  function put(next: readonly SourcedRule[]): void {
    rules = next;
    const set = setOf(next, (name) => {
      const slow = rules.find(({ rule }) => rule.name === name);
      // Replaced rules need not be switched off.
      if (next === rules && slow !== undefined) strike(slow);
    });
    sets.swap(set);
  }

  /** The set has dropped the rule; a new set includes it again until its last strike. */
  function strike(slow: SourcedRule): void {
    const count = (strikes.get(slow) ?? 0) + 1;
    strikes.set(slow, count);
    if (count < maxStrikes) {
      put([...rules]);
      return;
    }
    put(rules.filter((each) => each !== slow));
    onLeftOut(slow);
  }

  return {
    use: (next) => {
      strikes.clear();
      put(next);
    },
    open: (command) => sets.open(command),
    metrics: () => sets.metrics(),
    forTrial: () => {
      const slow: string[] = [];
      const set = setOf(rules, (name) => {
        slow.push(name);
      });
      return { rules, slow, set };
    },
  };
}

/** A set of rules that can be swapped during outputs, with joint statistics. */
export interface SwappableFilterSet {
  /** Outputs that began with the earlier set end with it. */
  swap(set: FilterSet): void;
  open(command: CommandText): FilterRun | undefined;
  /** Statistics of all sets (000-filters-4). */
  metrics(): FilterMetrics;
}

interface SetInUse {
  readonly set: FilterSet;
  openRuns: number;
}

function createSwappableFilterSet(first: FilterSet): SwappableFilterSet {
  let current: SetInUse = { set: first, openRuns: 0 };
  /** Earlier sets that outputs still use. */
  const earlier = new Set<SetInUse>();
  /** Statistics of sets that are no longer in use. */
  let counted = noMetrics;

  function letGo(inUse: SetInUse): void {
    if (inUse === current || inUse.openRuns > 0) return;
    counted = sumMetrics([counted, inUse.set.metrics()]);
    earlier.delete(inUse);
  }

  function counting(run: FilterRun, inUse: SetInUse): FilterRun {
    inUse.openRuns += 1;
    return {
      write: (text) => {
        run.write(text);
      },
      end: (exitCode) => {
        const report = run.end(exitCode);
        inUse.openRuns -= 1;
        letGo(inUse);
        return report;
      },
    };
  }

  return {
    swap: (set) => {
      const before = current;
      current = { set, openRuns: 0 };
      earlier.add(before);
      letGo(before);
    },
    open: (command) => {
      const inUse = current;
      const run = inUse.set.open(command);
      return run && counting(run, inUse);
    },
    metrics: () => sumMetrics([counted, ...[...earlier, current].map(({ set }) => set.metrics())]),
  };
}
