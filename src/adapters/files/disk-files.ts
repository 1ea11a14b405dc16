import type { PathState } from '../../core/contracts/file-changes';
import type { Result } from '../../core/contracts/failure';
import type { FileEntry, Files, ReadFileOptions } from '../../core/ports/files';
import type { PathStates } from '../../core/ports/file-changes';

/**
 * Files as the disk has them, behind the effect guard: knows no editor and records nothing. Whoever
 * calls, each path is resolved again and judged by its canonical real path.
 */
export interface DiskFiles
  extends Pick<Files, 'resolve' | 'locate' | 'head' | 'list' | 'stamp' | 'inside'>, PathStates {
  /** True for a canonical path inside an allowed folder that deny and allow lists let through. */
  mayRead(real: string): boolean;
  read(path: string, options: ReadFileOptions): Promise<Result<DiskContent>>;
  /** Temporary file in the same folder, then rename; mode and owner kept, missing parents made. */
  write(path: string, bytes: Uint8Array, options: DiskWriteOptions): Promise<Result<DiskWritten>>;
  createFolder(path: string, options: Stoppable): Promise<Result<DiskFolder>>;
  /**
   * What a removal, move or copy would take, by lstat; of a link to be copied what it leads to. For
   * a copy or move refuses an entry below that may not be read, for a removal or move an open or
   * allowed folder and what is above one.
   */
  survey(path: string, options: SurveyOptions): Promise<Result<TreeSurvey>>;
  /** For good; of a link the link. What is there when it is cancelled half-way stays. */
  remove(path: string, options: Stoppable): Promise<Result<void>>;
  /**
   * The entry itself, by rename; across file systems by copy and removal. A file replaces a file or
   * a link; a folder neither replaces nor is replaced.
   */
  move(source: string, destination: string, options: Stoppable): Promise<Result<MovedEntry>>;
  /**
   * Regular files by content, links below a folder as links; devices and pipes are refused. What is
   * replaced as by a move. It appears whole or not at all.
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
  /** Refuses with `execution` ("changed since") unless the file matches. */
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
  /** The folders that were made, outermost first. */
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
  /** It and everything below it, parents first; canonical. */
  readonly entries: readonly {
    readonly path: string;
    readonly kind: FileEntry['kind'];
    readonly size: number;
    /** Another one when it was changed or replaced since; compare, never parse. */
    readonly state: string;
  }[];
  /** Regular files, and their bytes, also beyond `maxEntries`. */
  readonly files: number;
  readonly bytes: number;
  /** False if there are more entries than listed. */
  readonly isWhole: boolean;
}

export interface MovedEntry {
  readonly from: string;
  readonly to: string;
  /** What stood at the destination, without bytes. */
  readonly replaced: PathState;
}
