/** How sure a filter is of its result (003-filters-4); `fallback` leaves the output as it is. */
export const filterConfidences = ['full', 'partial', 'fallback'] as const;
export type FilterConfidence = (typeof filterConfidences)[number];

/** Statistics of filtering one output. Lines and UTF-8 bytes are of the whole output. */
export interface FilterStats {
  readonly rules: readonly string[];
  /** The worst of all rules. */
  readonly confidence: FilterConfidence;
  readonly rawLines: number;
  readonly filteredLines: number;
  readonly rawBytes: number;
  readonly filteredBytes: number;
}

export interface FilterReport extends FilterStats {
  readonly text: string;
}

/** Counts of one rule since the window was opened (000-filters-4). */
export interface RuleMetrics {
  readonly rule: string;
  /** Outputs that it was applied to. */
  readonly outputs: number;
  readonly full: number;
  readonly partial: number;
  readonly fallback: number;
  readonly linesIn: number;
  readonly linesOut: number;
}

/** Totals of all rules (003-filters-5); an output counts once, with its worst confidence. */
export interface FilterMetrics {
  readonly full: number;
  readonly partial: number;
  readonly fallback: number;
  readonly rawBytes: number;
  readonly filteredBytes: number;
  readonly rules: readonly RuleMetrics[];
}
