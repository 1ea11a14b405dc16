import { type Result, failure, type Failure } from '../../core/contracts/failure';
import type { IgnoreBase } from './ignore-files';

/**
 * A way to search in files. Both engines search the same files and report the same lines;
 * `file-filter` and `ignore-files` decide which files count.
 */
export interface SearchEngine {
  /** True if files are always reported in the order of `path-order`. */
  readonly isOrdered: boolean;
  /** Fails with `unavailable` if the engine cannot run, so that another can be used. */
  grep(job: GrepJob, onFile: (found: FoundLines) => SearchControl): Promise<Result<void>>;
}

/** `enough` ends the search and kills its process or thread. */
export type SearchControl = 'more' | 'enough';

/** The parameters of a search; plain data that can be sent to a thread. */
export interface SearchScope {
  /** Canonical file or folder. */
  readonly target: string;
  readonly targetIsFile: boolean;
  /** The allowed folder that contains the target; excluding globs are relative to it. */
  readonly root: string;
  /** Globs of files and folders that the settings exclude. */
  readonly excluded: readonly string[];
  /** Glob for files to report, relative to the target; a leading `!` negates it. */
  readonly glob?: string | undefined;
  readonly ignoreCase: boolean;
  /** Undefined to disregard ignore files. */
  readonly ignore?: IgnoreBase | undefined;
}

export interface FindJob {
  readonly scope: SearchScope;
  readonly signal: AbortSignal;
}

export interface GrepJob extends FindJob {
  readonly pattern: string;
  readonly caseSensitive: boolean;
  /** Context lines before and after a match. */
  readonly context: number;
  /** Matching lines reported per file. */
  readonly maxPerFile: number;
  /** True if files must be in the order of `path-order`, at any cost. */
  readonly inOrder: boolean;
}

/** Matching lines of one file and their context, by number. */
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

/** Larger files are not searched unless they are named. */
export const maxWalkedBytes = 10 * 1024 * 1024;
export const maxNamedBytes = 100 * 1024 * 1024;

export function cancelled(): Failure {
  return failure('cancelled', 'The search was cancelled.');
}

export function tooSlow(limitMs: number): Failure {
  const seconds = String(Math.round(limitMs / 1000));
  // A retry would take as long, so this is not the retryable category of a timeout.
  return failure('timeout', `The search was stopped after ${seconds} seconds.`, {
    category: 'permanent_failure',
    suggestion: 'Use a simpler pattern without nested repeats, or a narrower path or glob.',
  });
}

/** The pattern is invalid, in the engine's words. */
export function badPattern(message: string): Failure {
  return failure('validation', message, {
    suggestion: 'Correct the regular expression; escape characters such as ( [ { . * + ? \\.',
  });
}
