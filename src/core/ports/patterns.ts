import type { Result } from '../contracts/result';

/** Regular expressions that a person wrote, run with a bound on length and time. */
export interface Patterns {
  /** True when the expression matches somewhere; a failure when it is too slow or not valid. */
  search(pattern: string, text: string): Result<boolean>;
}
