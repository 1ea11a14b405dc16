import type { FilterMetrics, FilterReport } from '../contracts/filter';

/** Shortens the output of commands by rules (003-filters-1). */
export interface OutputFilters {
  /**
   * Begins with the output of one command, given as it will run. Undefined when no rule is for it,
   * or filters are switched off or could not be loaded. Never rejects.
   */
  open(command: string): Promise<FilterRun | undefined>;
  metrics(): FilterMetrics;
}

/** One output on its way through the rules. Holds a bounded part of it. */
export interface FilterRun {
  /**
   * Both streams in the order they came, in pieces cut anywhere, without escape sequences. Takes a
   * few milliseconds for each 100 KB, and never throws.
   */
  write(text: string): void;
  /**
   * To be called once. Undefined when nothing is to be gained: then the output stays as it is.
   * `exitCode` is undefined where it is unknown.
   */
  end(exitCode: number | undefined): FilterReport | undefined;
}
