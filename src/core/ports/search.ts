import type { Result } from '../contracts/result';

/** Searching the workspace; results are inside the roots and off the deny list. */
export interface Search {
  /** A regex the engine refuses is `validation` with the engine's message. */
  grep(request: GrepRequest): Promise<Result<GrepResult>>;
  find(request: FindRequest): Promise<Result<FindResult>>;
}

export interface GrepRequest {
  readonly pattern: string;
  /** Absolute file or folder. */
  readonly path: string;
  readonly caseSensitive: boolean;
  readonly maxMatches: number;
  readonly signal: AbortSignal;
}

export interface GrepMatch {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  readonly truncated: boolean;
}

export interface FindRequest {
  /** Glob, relative to `path`. */
  readonly pattern: string;
  readonly path: string;
  readonly maxResults: number;
  readonly signal: AbortSignal;
}

export interface FindResult {
  /** Absolute paths, sorted. */
  readonly paths: readonly string[];
  readonly truncated: boolean;
}
