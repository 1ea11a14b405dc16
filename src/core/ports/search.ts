import type { Result } from '../contracts/failure';

/** Results are in the allowed folders, none is denied. `unavailable` without ripgrep. */
export interface Search {
  /** A regular expression that ripgrep refuses is `validation`, with a remedy. */
  grep(request: GrepRequest): Promise<Result<GrepResult>>;
  find(request: FindRequest): Promise<Result<FindResult>>;
}

export interface SearchRequest {
  readonly pattern: string;
  /** File or folder; relative is from the first open folder. */
  readonly path: string;
  /** True: includes what .gitignore and `files.exclude` exclude. */
  readonly includeIgnored: boolean;
  readonly signal: AbortSignal;
}

export interface GrepRequest extends SearchRequest {
  readonly caseSensitive: boolean;
  /** Only files whose path below `path` matches; as in `find`. */
  readonly glob?: string;
  /** Lines to report before and after each match. */
  readonly context: number;
  readonly maxMatches: number;
  /** Limit for all reported lines, in UTF-8. */
  readonly maxBytes: number;
}

export interface GrepMatch {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** True for a line reported as context of a match. */
  readonly isContext: boolean;
}

export interface GrepResult {
  /** By path and line. */
  readonly matches: readonly GrepMatch[];
  /** Why some are not reported; undefined if all are. */
  readonly cut: 'matches' | 'bytes' | undefined;
  /** Searched files with unsaved changes, absolute: their saved text was searched. */
  readonly unsaved: readonly string[];
}

export interface FindRequest extends SearchRequest {
  readonly maxResults: number;
}

export interface FindResult {
  /** Absolute paths, sorted. */
  readonly paths: readonly string[];
  readonly truncated: boolean;
  readonly total: number;
  readonly unsaved: readonly string[];
}
