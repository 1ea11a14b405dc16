import { say } from '../../core/base/sentence';
import { failure, type Failure } from '../../core/contracts/failure';
import type { IgnoreBase } from './parent-ignore-files';

/** Where a search looks; `file-filter` and `parent-ignore-files` decide which files count. */
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
  /**
   * Whether each file of a folder is asked for its size before it is read, which takes a sixth of
   * the time of a search. Otherwise only files with matches are asked, and the search ends early if
   * it takes long: it may be reading large files.
   */
  readonly asksSizes: boolean;
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

/** `enough` ends the search and kills its process. */
export type SearchControl = 'more' | 'enough';

/** Larger files are not searched unless they are named. */
export const maxWalkedBytes = 10 * 1024 * 1024;
export const maxNamedBytes = 100 * 1024 * 1024;

export function cancelled(): Failure {
  return failure('cancelled', say`The search was cancelled.`);
}

export function tooSlow(limitMs: number): Failure {
  const seconds = String(Math.round(limitMs / 1000));
  // A retry would take as long, so this is not the retryable category of a timeout.
  return failure('timeout', say`The search was stopped after ${seconds} seconds.`, {
    category: 'permanent_failure',
    suggestion: 'Use a narrower path or glob, or a simpler pattern.',
  });
}
