import { type Result, failure, type Failure } from '../../core/contracts/failure';
import type { IgnoreBase } from './ignore-files';

/**
 * One way to search in files. Both engines read the same files and tell the same lines: what is theirs
 * to decide is only how; `file-filter` and `ignore-rules` say which files count.
 */
export interface SearchEngine {
  /** True when files are always reported in the order of `path-order`. */
  readonly isOrdered: boolean;
  /** `unavailable` when the engine cannot run at all, so that another may. */
  grep(job: GrepJob, onFile: (found: FoundLines) => SearchControl): Promise<Result<void>>;
}

/** `enough` ends the search: what it holds is thrown away, its process or thread killed. */
export type SearchControl = 'more' | 'enough';

/** A search as engines receive it; plain data that can cross to a thread. */
export interface SearchScope {
  /** Canonical file or folder. */
  readonly target: string;
  readonly targetIsFile: boolean;
  /** The allowed folder that holds the target; excluding globs are relative to it. */
  readonly root: string;
  /** Globs of files and folders that the settings leave out. */
  readonly excluded: readonly string[];
  /** Files to tell, by their path below the target; a leading `!` turns it round. */
  readonly glob?: string | undefined;
  readonly ignoreCase: boolean;
  /** Undefined when ignore files do not count. */
  readonly ignore?: IgnoreBase | undefined;
}

export interface FindJob {
  readonly scope: SearchScope;
  readonly signal: AbortSignal;
}

export interface GrepJob extends FindJob {
  readonly pattern: string;
  readonly caseSensitive: boolean;
  /** Lines before and after a match. */
  readonly context: number;
  /** Matching lines of one file worth telling. */
  readonly maxPerFile: number;
  /** True: files are wanted in the order of `path-order`, at whatever cost. */
  readonly inOrder: boolean;
}

/** Matching lines of one file and the lines around them, by number. */
export interface FoundLines {
  readonly path: string;
  readonly lines: readonly FoundLine[];
}

export interface FoundLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  readonly isContext: boolean;
}

/** Files that are larger are not searched, unless one is named. */
export const maxWalkedBytes = 10 * 1024 * 1024;
export const maxNamedBytes = 100 * 1024 * 1024;

export function cancelled(): Failure {
  return failure('cancelled', 'The search was cancelled.');
}

export function tooSlow(limitMs: number): Failure {
  const seconds = String(Math.round(limitMs / 1000));
  // Trying the same again would take as long again: not the retryable category of a timeout.
  return failure('timeout', `The search was stopped after ${seconds} seconds.`, {
    category: 'permanent_failure',
    suggestion: 'Use a simpler pattern without nested repeats, or a narrower path or glob.',
  });
}

/** The pattern is at fault, in the words of the engine. */
export function badPattern(message: string): Failure {
  return failure('validation', message, {
    suggestion: 'Correct the regular expression; escape characters such as ( [ { . * + ? \\.',
  });
}
