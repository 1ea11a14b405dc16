import type { Result } from '../../core/contracts/result';
import type { GrepMatch } from '../../core/ports/search';

/** One way to search. Both engines read the same files: they share the rules of `ignore-base`. */
export interface SearchEngine {
  /** `unavailable` when the engine cannot run at all, so that another may. */
  grep(job: GrepJob, onMatch: (match: GrepMatch) => Answer): Promise<Result<void>>;
  find(job: FindJob, onPath: (path: string) => void): Promise<Result<void>>;
}

/** `enough` ends the search: what it holds is thrown away, its process or thread killed. */
export type Answer = 'more' | 'enough';

export interface SearchJob {
  /** Canonical file or folder. */
  readonly target: string;
  readonly targetIsFile: boolean;
  readonly ignore: IgnoreBase;
  readonly signal: AbortSignal;
}

export interface GrepJob extends SearchJob {
  readonly pattern: string;
  readonly caseSensitive: boolean;
  /** Matching lines of one file worth reporting. */
  readonly maxPerFile: number;
}

export interface FindJob extends SearchJob {
  readonly pattern: string;
  readonly ignoreCase: boolean;
}

/** Where ignore files are read from: the repository that holds the target, or the root. */
export interface IgnoreBase {
  readonly folder: string;
  readonly isRepository: boolean;
}

/** Files that are larger are not searched, unless one is named. */
export const maxWalkedBytes = 10 * 1024 * 1024;
export const maxNamedBytes = 100 * 1024 * 1024;

/** Characters kept of a matching line. */
export const maxLineLength = 500;
