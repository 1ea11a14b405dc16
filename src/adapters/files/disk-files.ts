import type { PathState } from '../../core/contracts/file-changes';
import type { Result } from '../../core/contracts/failure';
import type { FileEntry, Files, ReadFileOptions } from '../../core/ports/files';
import type { PathStates } from '../../core/ports/file-changes';

/**
 * Files on disk behind the effect guard: knows no editor and records nothing. Each path is resolved
 * again and judged by its canonical path, whoever calls.
 */
export interface DiskFiles
  extends Pick<Files, 'resolve' | 'locate' | 'head' | 'list' | 'stamp' | 'inside'>, PathStates {
  /** True for a canonical path inside an allowed folder that the deny and allow lists permit. */
  mayRead(real: string): boolean;
  read(path: string, options: ReadFileOptions): Promise<Result<DiskContent>>;
  /**
   * Writes a temporary file in the same folder, then renames it; keeps mode and owner, creates
   * parents.
   */
  write(path: string, bytes: Uint8Array, options: DiskWriteOptions): Promise<Result<DiskWritten>>;
  createFolder(path: string, options: Stoppable): Promise<Result<DiskFolder>>;
  /**
   * Lists what a removal, move or copy affects, by lstat; for a link to be copied, its target. A
   * copy or move refuses unreadable entries; a removal or move refuses open or allowed folders and
   * their parents.
   */
  survey(path: string, options: SurveyOptions): Promise<Result<TreeSurvey>>;
  /** Deletes permanently; of a link, only the link. If cancelled, the rest stays. */
  remove(path: string, options: Stoppable): Promise<Result<void>>;
  /**
   * Moves the entry itself by rename; across file systems by copy and removal. A file replaces a
   * file or a link; a folder neither replaces nor is replaced.
   */
  move(source: string, destination: string, options: Stoppable): Promise<Result<MovedEntry>>;
  /**
   * Copies regular files by content, links below a folder as links; refuses devices and pipes.
   * Replaces like `move`. The copy appears complete or not at all.
   */
  copy(source: string, destination: string, options: Stoppable): Promise<Result<MovedEntry>>;
}

export interface Stoppable {
  readonly signal: AbortSignal;
}

export interface DiskContent {
  readonly real: string;
  readonly bytes: Uint8Array;
  readonly stamp: string;
}

export interface DiskWriteOptions extends Stoppable {
  /** Fails with `execution` ("changed since") unless the file matches. */
  readonly expect: { readonly stamp: string } | { readonly absent: true } | { readonly any: true };
  /** Permission bits of a new file; an existing one keeps its own. */
  readonly mode?: number;
}

export interface DiskWritten {
  readonly real: string;
  readonly stamp: string;
  readonly created: boolean;
}

export interface DiskFolder {
  readonly real: string;
  /** The created folders, outermost first. */
  readonly made: readonly string[];
}

export interface SurveyOptions extends Stoppable {
  readonly purpose: 'remove' | 'move' | 'copy';
  /** Maximum entries listed; further ones are only counted. */
  readonly maxEntries: number;
}

export interface TreeSurvey {
  /** Canonical path of the entry itself. */
  readonly real: string;
  readonly kind: FileEntry['kind'];
  /** The entry and everything below it, parents first, with canonical paths. */
  readonly entries: readonly {
    readonly path: string;
    readonly kind: FileEntry['kind'];
    readonly size: number;
    /** Differs after any change or replacement; compare, never parse. */
    readonly state: string;
  }[];
  /** Number and total bytes of regular files, also beyond `maxEntries`. */
  readonly files: number;
  readonly bytes: number;
  /** False if there are more entries than listed. */
  readonly isWhole: boolean;
}

export interface MovedEntry {
  readonly from: string;
  readonly to: string;
  /** The former state of the destination, without bytes. */
  readonly replaced: PathState;
}
