/** How sure a filter is of what it did (003-filters-4): `fallback` leaves the output as it is. */
export const filterConfidences = ['full', 'partial', 'fallback'] as const;
export type FilterConfidence = (typeof filterConfidences)[number];

/** What filters did to one output, in numbers. Lines and UTF-8 bytes are of the whole output. */
export interface FilterStats {
  /** Names of the rules that applied, in their order. */
  readonly rules: readonly string[];
  /** The worst of all rules. */
  readonly confidence: FilterConfidence;
  readonly rawLines: number;
  readonly filteredLines: number;
  readonly rawBytes: number;
  readonly filteredBytes: number;
}

/** What is left of an output. */
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

/** Of all rules (003-filters-5); an output counts once, with its worst confidence. */
export interface FilterMetrics {
  readonly full: number;
  readonly partial: number;
  readonly fallback: number;
  readonly rawBytes: number;
  readonly filteredBytes: number;
  /** Those that were applied, by name. */
  readonly rules: readonly RuleMetrics[];
}
