import type { FilterMetrics, FilterReport } from '../contracts/filter-rule';

/** Shortens the output of commands by rules (003-filters-1). */
export interface OutputFilters {
  /** Undefined if no rule matches, or filters are off or could not be loaded. Never rejects. */
  open(command: string): Promise<FilterRun | undefined>;
  metrics(): FilterMetrics;
}

/** One output passing through the rules. Keeps a bounded part of it in memory. */
export interface FilterRun {
  /** Both streams in order, in any chunks, without escape sequences. Never throws. */
  write(text: string): void;
  /** Call once. Undefined if nothing is gained. `exitCode`: undefined if unknown. */
  end(exitCode: number | undefined): FilterReport | undefined;
}
