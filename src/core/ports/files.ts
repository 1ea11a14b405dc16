import type { LocatedPath, ResolvedPath } from '../contracts/calls/call-paths';
import type { ChangeOrigin } from '../contracts/file-changes';
import type { Result } from '../contracts/failure';

/**
 * File access for tools, as the editor shows files: a buffer with unsaved changes is what is read.
 * Every method takes a path, absolute or relative to the first open folder, resolves it to its
 * canonical real path, and refuses (`policy_denied`) what lies outside the allowed folders or on
 * the deny list, whoever calls (decision effect-guard). Expected failures are values.
 */
export interface Files {
  /** Canonical real path; for a path that does not exist, below its nearest existing ancestor's. */
  resolve(path: string, options?: ResolveOptions): Promise<Result<ResolvedPath>>;
  /**
   * Where a path of a command leads, also outside the workspace: for judging what it names. Opens
   * and grants nothing. Fails for a text that is no path, and where the disk does not say.
   */
  locate(path: string): Promise<Result<LocatedPath>>;
  /** Whole content; refuses what is not a regular file or is over `maxBytes` (`too large`). */
  read(path: string, options: ReadFileOptions): Promise<Result<FileContent>>;
  /** The beginning of a file of any size. */
  head(path: string, options: ReadFileOptions): Promise<Result<FileHead>>;
  /** Stamp of a file's content now; undefined for what is no regular file or is not there. */
  stamp(
    path: string,
    options: { readonly signal: AbortSignal },
  ): Promise<Result<string | undefined>>;
  /** Entries by lstat; links are not followed (003-tools-4). */
  list(path: string, options: ListOptions): Promise<Result<FolderListing>>;
  /**
   * Canonical paths of what is in a folder, at any depth, links not followed; none for anything
   * else. Also what the deny list hides: for judging alone, never to be told.
   */
  inside(path: string, options: InsideOptions): Promise<Result<FolderContents>>;
  /**
   * Replaces or creates a text file. Encoding, byte order mark and mode of an existing file are
   * kept. A file that is open is changed in its editor, where it can be undone, and saved unless it
   * had unsaved changes before; any other by temporary file and rename.
   */
  write(path: string, text: string, options: WriteOptions): Promise<Result<WrittenFile>>;
  /** With its missing parents; succeeds when it exists. */
  createFolder(path: string, options: ChangeOptions): Promise<Result<CreatedFolder>>;
  /**
   * Removes a file, a link or a whole folder, to the trash where VS Code has one. Refuses the
   * sandbox root and anything above it (003-tools-6), and a file with unsaved changes.
   */
  remove(path: string, options: ChangeOptions): Promise<Result<RemovedPath>>;
  /** Moves or renames; the destination is the new path itself. A folder never replaces anything. */
  move(source: string, destination: string, options: ChangeOptions): Promise<Result<MovedPath>>;
  /** Copies by lstat: links below a folder stay links, their content is not read (003-tools-5). */
  copy(source: string, destination: string, options: ChangeOptions): Promise<Result<CopiedPath>>;
}

export interface ResolveOptions {
  /**
   * `file`, the default: what the path leads to. `entry`: the entry itself, a final link not
   * followed, for what is removed or moved. `command`: a folder that a command runs in.
   */
  readonly use?: 'file' | 'entry' | 'command';
}

export interface ReadFileOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface FileContent {
  readonly real: string;
  /** Of the disk, or of the editor's buffer as it would be saved. */
  readonly bytes: Uint8Array;
  /** Names exactly this content; compare, never parse. */
  readonly stamp: string;
  /** Undefined for what is no text. */
  readonly text: FileText | undefined;
  /** True when an editor holds changes that are not saved; this is what it shows. */
  readonly unsaved: boolean;
}

export interface FileText {
  /** Without the byte order mark; with the file's own line endings. */
  readonly text: string;
  /** As VS Code names it: `utf8`, `utf16le`, `windows1252`. */
  readonly encoding: string;
  readonly byteOrderMark: boolean;
  /** False when bytes that are no text in this encoding were replaced by U+FFFD. */
  readonly exact: boolean;
}

export interface FileHead {
  readonly real: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** At most `maxBytes` from its beginning. */
  readonly bytes: Uint8Array;
}

export interface ListOptions {
  /** Levels of folders; 1, the default, is the folder's own entries. */
  readonly depth?: number;
  /** Entries worth telling; the rest is counted. */
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

export interface InsideOptions {
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

export interface FolderContents {
  readonly paths: readonly string[];
  /** False when there is more, or a name is no text. */
  readonly isWhole: boolean;
}

export interface FolderListing {
  readonly real: string;
  /**
   * Each folder's entries together: folders first, then by name; what is below a folder follows it.
   */
  readonly entries: readonly FileEntry[];
  /** Of the folder and the levels asked for, as far as they were looked at. */
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

export interface WriteOptions extends ChangeOptions {
  /** Refuse when the file holds another text than this (without byte order mark), or is there. */
  readonly expect: { readonly text: string } | { readonly absent: true } | { readonly any: true };
}

export interface WrittenFile {
  readonly real: string;
  readonly bytes: number;
  /** Text before; null for a new file and for what was no text. */
  readonly oldText: string | null;
  /** Text now: what save participants, such as a formatter, made of it is in it. */
  readonly text: string;
  /** Stamp of the content that is there now. */
  readonly stamp: string;
  /** False when it stands in an editor and was not saved, because it had unsaved changes before. */
  readonly saved: boolean;
  /** What model and person should know beside: formatted, not saved, cannot be undone. */
  readonly notes: readonly string[];
}

export interface CreatedFolder {
  readonly real: string;
  /** The folders that were made, outermost first; empty when it was there. */
  readonly made: readonly string[];
  readonly notes: readonly string[];
}

export interface RemovedPath {
  readonly real: string;
  readonly kind: FileEntry['kind'];
  /** Regular files that are gone. */
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
  /** Text of the file that stood at the destination; undefined when none did. */
  readonly replacedText: string | undefined;
  /** Of a regular file: its stamp and, when it is text, what it holds. */
  readonly stamp: string | undefined;
  readonly text: string | undefined;
  readonly notes: readonly string[];
}

export interface CopiedPath {
  readonly from: string;
  readonly to: string;
  readonly kind: FileEntry['kind'];
  readonly files: number;
  readonly bytes: number;
  readonly replacedText: string | undefined;
  /** Of one regular file: its stamp and, when it is text, what it holds. */
  readonly stamp: string | undefined;
  readonly text: string | undefined;
  readonly notes: readonly string[];
}
