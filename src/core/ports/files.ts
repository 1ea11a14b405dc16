import type { LocatedPath, ResolvedPath } from '../contracts/call-paths';
import type { Result } from '../contracts/result';

/**
 * File access for tools. Every method takes an absolute path, resolves it to its canonical real
 * path, and refuses (`policy_denied`) what lies outside the roots or on the deny list, whoever
 * calls (the effect guard of DESIGN section 2). Expected failures are values.
 */
export interface Files {
  /** Canonical real path; for a path that does not exist, the nearest existing ancestor's. */
  resolve(path: string): Promise<Result<ResolvedPath>>;
  /**
   * Where a path leads, also outside the workspace: for judging what a command names. Opens and
   * grants nothing. Fails for a text that is no path, and where the disk does not say.
   */
  locate(path: string): Promise<Result<LocatedPath>>;
  /** Whole content as bytes; refuses what is not a regular file or is over `maxBytes`. */
  read(path: string, options: ReadOptions): Promise<Result<FileContent>>;
  /** Replaces or creates a file: temporary file in the same folder, then rename; mode kept. */
  write(path: string, text: string, options: WriteOptions): Promise<Result<WrittenFile>>;
  /** Stamp of a file's content now; undefined for what is no regular file or is not there. */
  stamp(
    path: string,
    options: { readonly signal: AbortSignal },
  ): Promise<Result<string | undefined>>;
  /** Entries by lstat, sorted by name; links are not followed. */
  list(path: string, options: { readonly signal: AbortSignal }): Promise<Result<FileEntry[]>>;
}

export interface ReadOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly real: string;
  /** Names exactly this content; compare, never parse. */
  readonly stamp: string;
}

export interface WriteOptions {
  /** Refuse when the file's content differs from this (`undefined` = must not exist yet). */
  readonly expect: { readonly text: string } | { readonly absent: true } | { readonly any: true };
  readonly signal: AbortSignal;
}

export interface WrittenFile {
  readonly real: string;
  readonly bytes: number;
  /** Text before, null for a new file. */
  readonly oldText: string | null;
  /** Stamp of the content that was written. */
  readonly stamp: string;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: 'dir' | 'file' | 'symlink' | 'other';
  readonly size: number;
}
