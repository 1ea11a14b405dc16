import type { FilterConfidence, FilterStrategy } from '../../contracts/filter-rule';

/** Passes a line to the next rule, or to the result. */
export type EmitLine = (line: string) => void;

/**
 * One strategy at work on one output. Lines come one by one, without their ending; the output
 * keeps their order. Holds a bounded number of characters, however long the output is.
 */
export interface LineStrategy {
  push(line: string, give: EmitLine): void;
  /**
   * The output has ended. `exitCode` is undefined where it is unknown: then nothing may be left
   * out that only a success makes needless. `fallback` means that every line was given on as it
   * came.
   */
  end(exitCode: number | undefined, give: EmitLine): FilterConfidence;
}

/** Which lines must not be left out. */
export interface LinePolicy {
  /** One of the preserved patterns (decision 28): survives every rule. */
  isPreserved(line: string): boolean;
  /**
   * Reports a failure: names an error or a place in a file. Survives a rule that cannot know what
   * the line says, such as a cut by number.
   */
  isDiagnostic(line: string): boolean;
}

/** Compiles the parameters of a strategy once; the answer begins with an output. */
export type CompileStrategy<Params extends FilterStrategy = FilterStrategy> = (
  params: Params,
  judge: LinePolicy,
) => () => LineStrategy;
