import type { LimitedPath, LocatedPath, ResolvedPath } from '../contracts/calls/call-paths';
import type { ChangeOrigin } from '../contracts/file-changes';
import type { Result } from '../contracts/failure';

/**
 * Files as the editor shows them, unsaved changes included. Each path is resolved to its real path,
 * and refused (`policy_denied`) outside the folders or on the deny list (decision effect-guard).
 */
export interface Files {
  /** Canonical; for a missing file, below the real path of its nearest existing ancestor. */
  resolve(path: string, options?: ResolveOptions): Promise<Result<ResolvedPath>>;
  /**
   * Where a path leads, even outside, only to judge it; `~` is the home folder. `from`: a real
   * folder it begins with.
   */
  locate(path: string, from?: string): Promise<Result<LocatedPath>>;
  /** Whole content; refuses what is not a regular file or is over `maxBytes` (`too large`). */
  read(path: string, options: ReadFileOptions): Promise<FileRead>;
  /** Current stamp of a file's content; undefined if there is no regular file. */
  stamp(
    path: string,
    options: { readonly signal: AbortSignal },
  ): Promise<Result<string | undefined>>;
  /** Entries by lstat; links are not followed (003-tools-4). */
  list(path: string, options: ListOptions): Promise<Result<FolderListing>>;
  /** All below a folder, links not followed, even if denied: only to judge it, never to show. */
  inside(path: string, options: InsideOptions): Promise<Result<FolderContents>>;
  /** Encoding, byte order mark and mode stay. An open file is changed and saved in its editor. */
  write(path: string, text: string, options: WriteOptions): Promise<Result<WrittenFile>>;
  /** What `remove`, `move` or `copy` would change now; refuses what they refuse. Changes nothing. */
  plan(change: EntryChange, options: { readonly signal: AbortSignal }): Promise<Result<EntryPlan>>;
  /** Creates missing parents too; succeeds if the folder exists. */
  createFolder(path: string, options: ChangeOptions): Promise<Result<CreatedFolder>>;
  /** To the trash if there is one. Refuses open folders (003-tools-6) and unsaved files. */
  remove(path: string, options: EntryOptions): Promise<Result<RemovedPath>>;
  /** Moves or renames; the destination is the new path itself. A folder never replaces anything. */
  move(source: string, destination: string, options: EntryOptions): Promise<Result<MovedPath>>;
  /** Copies by lstat: links below a folder stay links, their content is not read (003-tools-5). */
  copy(source: string, destination: string, options: EntryOptions): Promise<Result<CopiedPath>>;
}

/** Which files of a folder the read lists limit, for a command that reads all of it. */
export interface LimitedFiles {
  /**
   * Those in a folder, given by its canonical path, at any depth and without
   * following links. Remembered until a file event or a change of the lists. The first look may
   * take as long as the disk needs, and goes on when no one waits for it; undefined if it failed.
   */
  below(folder: string): Promise<readonly LimitedPath[] | undefined>;
}

/** Which names a glob of a command stands for. */
export interface Globs {
  /**
   * The names that a shell puts in place of a glob, from the given folder on; undefined if they are
   * too many. Reads folders only, and stops when it is aborted.
   */
  expand(folder: string, glob: string, signal: AbortSignal): Promise<readonly string[] | undefined>;
}

export interface ResolveOptions {
  /** `entry`: a final link is not followed. `command`: a folder that a command runs in. */
  readonly use?: 'file' | 'entry' | 'command';
}

export interface ReadFileOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** `resolved`: also for a file that may be created; `head`: of one that is over `maxBytes`. */
export type FileRead = Result<FileContent> & {
  readonly resolved?: ResolvedPath;
  readonly head?: FileHead;
};

export interface FileContent {
  readonly real: string;
  /** As on disk, or as the editor would save it. */
  readonly bytes: Uint8Array;
  /** Identifies exactly this content; compare, never parse. */
  readonly stamp: string;
  /** Undefined for a binary file. */
  readonly text: FileText | undefined;
  /** True if an editor has unsaved changes, which are then included. */
  readonly unsaved: boolean;
}

export interface FileText {
  /** Without the byte order mark; with the file's own line endings. */
  readonly text: string;
  /** As VS Code names it: `utf8`, `utf16le`, `windows1252`. */
  readonly encoding: string;
  readonly byteOrderMark: boolean;
  /** False if bytes that are invalid in this encoding were replaced by U+FFFD. */
  readonly exact: boolean;
}

/** Encoding of a text on disk; `encoding` as in `FileText`. */
export type TextEncoding = Pick<FileText, 'encoding' | 'byteOrderMark'>;

/** Bytes as text and back, as VS Code does it. */
export interface TextCodec {
  /** In the encoding that VS Code would use for this file; undefined if it is not text. */
  decode(bytes: Uint8Array, real: string): Promise<FileText | undefined>;
  encode(text: string, as: TextEncoding): Promise<EncodedText>;
  /** The encoding of a new file. */
  encodingFor(real: string): Promise<TextEncoding>;
}

export interface EncodedText {
  readonly bytes: Uint8Array;
  /** Position of the first character that the encoding cannot hold; undefined if it holds all. */
  readonly lostAt: number | undefined;
}

export interface FileHead {
  readonly real: string;
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** Its beginning, enough to tell its type. */
  readonly bytes: Uint8Array;
}

export interface ListOptions {
  /** Levels of folders; 1, the default, is the folder's own entries. */
  readonly depth?: number;
  /** Further entries are only counted. */
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

export interface InsideOptions {
  /** From `resolve` of the same path, which is then not resolved again; judged again. */
  readonly resolved?: ResolvedPath;
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

export interface FolderContents {
  readonly paths: readonly string[];
  /** Those of them that the read lists limit. */
  readonly limited?: readonly LimitedPath[];
  /** False if there is more, or a name is not valid text. */
  readonly isWhole: boolean;
}

export interface FolderListing {
  readonly real: string;
  /** By folder: folders first, then by name; the contents of a folder follow it. */
  readonly entries: readonly FileEntry[];
  /** Number of entries found at the requested levels. */
  readonly total: number;
}

export interface FileEntry {
  /** Relative to the listed folder, with `/`. */
  readonly name: string;
  readonly kind: 'dir' | 'file' | 'symlink' | 'other';
  readonly size: number;
}

export interface ChangeOptions {
  readonly by: ChangeOrigin;
  readonly signal: AbortSignal;
}

/** A change of whole entries; `to` is the new path itself. */
export type EntryChange =
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move' | 'copy'; readonly path: string; readonly to: string };

export interface EntryPlan {
  /** Differs after any change of an entry that would be changed; compare, never parse. */
  readonly mark: string;
  /** Canonical. */
  readonly real: string;
  readonly kind: FileEntry['kind'];
  /** Regular files, and their bytes together. */
  readonly files: number;
  readonly bytes: number;
  /** The first of them that are text; absolute paths. */
  readonly shown: RemovedPath['shown'];
  /** For a move or copy: the canonical destination, and what it replaces; no text if that is none. */
  readonly to?: string;
  readonly replaced?: { readonly text: string | undefined; readonly stamp: string | undefined };
}

/**
 * `planned`: the mark of a plan; refuses if anything differs from it now. `mayReplace`: false to
 * refuse a destination where something is.
 */
export interface EntryOptions extends ChangeOptions {
  readonly planned?: string;
  readonly mayReplace?: boolean;
}

export interface WriteOptions extends ChangeOptions {
  /** Refuses if the file's text differs (without byte order mark), or if it exists. */
  readonly expect: { readonly text: string } | { readonly absent: true } | { readonly any: true };
  /** From a read of the same path: what was read is what is written. Judged again. */
  readonly resolved?: ResolvedPath;
}

export interface WrittenFile {
  readonly real: string;
  readonly bytes: number;
  /** Text before; null for a new or binary file. */
  readonly oldText: string | null;
  /** Text now, including changes by save participants such as a formatter. */
  readonly text: string;
  readonly stamp: string;
  /** False if it is in an editor and was not saved, because that had unsaved changes before. */
  readonly saved: boolean;
  /** Notes for the model and the user: formatted, not saved, cannot be undone. */
  readonly notes: readonly string[];
}

export interface CreatedFolder {
  readonly real: string;
  /** The created folders, outermost first; empty if it existed. */
  readonly made: readonly string[];
  readonly notes: readonly string[];
}

export interface RemovedPath {
  readonly real: string;
  readonly kind: FileEntry['kind'];
  /** How many regular files were deleted. */
  readonly files: number;
  /** The first of them that are text, for the card; absolute paths. */
  readonly shown: readonly { readonly path: string; readonly text: string }[];
  readonly trashed: boolean;
  readonly notes: readonly string[];
}

export interface MovedPath {
  /** Canonical paths before and after. */
  readonly from: string;
  readonly to: string;
  readonly kind: FileEntry['kind'];
  /** Whether something was there before. */
  readonly replaced: boolean;
  /** Text of the file that was replaced; undefined if there was none. */
  readonly replacedText: string | undefined;
  /** For a regular file: its stamp and, if it is text, its content. */
  readonly stamp: string | undefined;
  readonly text: string | undefined;
  readonly notes: readonly string[];
}

export interface CopiedPath extends MovedPath {
  readonly files: number;
  readonly bytes: number;
}
