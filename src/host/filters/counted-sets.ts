import type { FilterMetrics } from '../../core/contracts/filter';
import type { CommandText } from '../../core/filters/command-text';
import type { FilterSet } from '../../core/filters/filter-set';
import type { FilterRun } from '../../core/ports/output-filters';
import { noMetrics, sumMetrics } from './sum-metrics';

/** A set of rules that may be swapped while outputs are on their way, counted as one. */
export interface SwappableFilterSet {
  /** Outputs that began under the set before end under it. */
  swap(set: FilterSet): void;
  open(command: CommandText): FilterRun | undefined;
  /** Of all sets (000 FilterMetrics). */
  metrics(): FilterMetrics;
}

interface SetInUse {
  readonly set: FilterSet;
  openRuns: number;
}

export function createSwappableFilterSet(first: FilterSet): SwappableFilterSet {
  let current: SetInUse = { set: first, openRuns: 0 };
  /** Those before it that outputs still go through. */
  const earlier = new Set<SetInUse>();
  /** Of those that none does. */
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
