import { createWorkGuard } from '../../adapters/filters/work-guard';
import type { FilterMetrics } from '../../core/contracts/filter';
import type { CommandText } from '../../core/filters/command-text';
import { createFilterSet, type FilterSet, type SourcedRule } from '../../core/filters/filter-set';
import type { FilterRun } from '../../core/ports/output-filters';
import { createSwappableFilterSet } from './counted-sets';
import type { TrialRules } from './trial';

/** Milliseconds that the patterns of a person may take for one piece of an output. */
const chunkLimitMs = 20;
/** A busy machine must not switch a harmless rule off. */
const maxStrikes = 3;
/** Bytes kept of a filtered output: as much as of the raw one. */
const limitBytes = 1024 * 1024;

export interface ActiveRulesDeps {
  /** A rule was over its time again and again, and works no more. */
  readonly onDisabled: (rule: SourcedRule) => void;
}

/** The rules in force. */
export interface ActiveRules {
  /** Outputs that began under the rules before end under them. */
  use(rules: readonly SourcedRule[]): void;
  open(command: CommandText): FilterRun | undefined;
  /** Of all rules since the window was opened. */
  metrics(): FilterMetrics;
  /** The same rules for a trial, which counts nowhere. */
  forTrial(): TrialRules;
}

export function createActiveRules({ onDisabled: onLeftOut }: ActiveRulesDeps): ActiveRules {
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
      // Of rules that have been replaced, nothing is left to switch off.
      if (next === rules && slow !== undefined) strike(slow);
    });
    sets.swap(set);
  }

  /** The set has left the rule out: a new one gives it another chance, or not. */
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
