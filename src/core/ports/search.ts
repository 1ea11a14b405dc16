import type { Result } from '../contracts/failure';

/** Searching the workspace; results are inside the allowed folders and off the deny list. */
export interface Search {
  /** A regex the engine refuses is `validation` with the engine's message. */
  grep(request: GrepRequest): Promise<Result<GrepResult>>;
  find(request: FindRequest): Promise<Result<FindResult>>;
}

export interface SearchRequest {
  readonly pattern: string;
  /** File or folder; relative is from the first open folder. */
  readonly path: string;
  /** True: also what .gitignore and `files.exclude` leave out. */
  readonly includeIgnored: boolean;
  readonly signal: AbortSignal;
}

export interface GrepRequest extends SearchRequest {
  readonly caseSensitive: boolean;
  /** Only files whose path below `path` matches; as in `find`. */
  readonly glob?: string;
  /** Lines to tell before and after each match. */
  readonly context: number;
  readonly maxMatches: number;
  /** Of all the lines told, in UTF-8. */
  readonly maxBytes: number;
}

export interface GrepMatch {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** True for a line that is told because it stands beside a match. */
  readonly isContext: boolean;
}

export interface GrepResult {
  /** By path and line. */
  readonly matches: readonly GrepMatch[];
  /** Why not all are told; undefined when they are. */
  readonly cut: 'matches' | 'bytes' | undefined;
  /** Files of the search with unsaved changes, absolute: of these the saved text was searched. */
  readonly unsaved: readonly string[];
}

export interface FindRequest extends SearchRequest {
  readonly maxResults: number;
}

export interface FindResult {
  /** Absolute paths, sorted. */
  readonly paths: readonly string[];
  readonly truncated: boolean;
  /** How many match in all. */
  readonly total: number;
  /** Of the paths those with unsaved changes. */
  readonly unsaved: readonly string[];
}
