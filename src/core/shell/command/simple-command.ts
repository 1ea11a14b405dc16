import type { Sentence } from '../../base/sentence';
import type {
  BlockedConstruct,
  ShellPart,
  ShellWord,
  ShellPath,
} from '../../contracts/calls/shell-analysis';
import { isAbsolutePath, joinPath, normalizePath } from '../../base/paths';

/**
 * Folders a command may run in, relative to the folder of the call (`.` is that folder), or
 * undefined if unknown.
 */
export type Folders = readonly string[] | undefined;

export interface Redirection {
  readonly operator: '>' | '>>' | '>|' | '&>' | '&>>' | '<' | '<>' | '>&' | '<&';
  readonly target: ShellWord;
}

export interface HereDocument {
  readonly body: string;
  /** With a quoted delimiter nothing in the body is computed. */
  readonly quoted: boolean;
}

export interface Assignment {
  readonly name: string;
  readonly value: ShellWord;
}

/** A simple command as the tree has it, words decoded; also `[[ … ]]`, `export …` and the like. */
export interface SimpleCommand {
  /** Program first; empty when there are only assignments or redirections. */
  readonly words: readonly ShellWord[];
  /** Assignments before the program, `CI=1`, or alone as a statement. */
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  readonly hereDocuments: readonly HereDocument[];
  /** The source text. */
  readonly raw: string;
  readonly folders: Folders;
}

/** What a simple command, or a script inside one, turned out to be. */
export interface Described {
  readonly parts: readonly ShellPart[];
  readonly blocked: readonly BlockedConstruct[];
  readonly doubts: readonly Sentence[];
  /** The folder of the next command if this one succeeds: `cd` changes it. */
  readonly folders: Folders;
}

/** Reads a script that a command brings along (`bash -c '…'`), eight deep at most. */
export type AnalyzeScript = (script: string, folders: Folders) => Described;

/** Describes one simple command (decisions shell-blocklist, shell-wrappers to shell-paths). */
export type DescribeCommand = (command: SimpleCommand, readScript: AnalyzeScript) => Described;

type PathKind = Omit<ShellPath, 'given'>;

/**
 * The paths that a word names, one for each folder the command may run in. If the folder is
 * unknown, the word stays as it is, for deny rules.
 */
export function pathsInFolders(
  text: string,
  folders: Folders,
  kind: PathKind,
): readonly ShellPath[] {
  if (isFixedPath(text)) return [{ given: text, ...kind }];
  const places = folders ?? ['.'];
  return places.map((folder) => ({ given: pathInFolder(folder, text), ...kind }));
}

/** A folder below another one, by text; what is absolute stays as it is. */
export function pathInFolder(folder: string, text: string): string {
  if (isFixedPath(text)) return text;
  return folder === '.' ? normalizePath(text, '/') : joinPath(folder, text, '/');
}

/** True for a path that means the same in every folder. */
export function isFixedPath(text: string): boolean {
  return isAbsolutePath(text, '/') || isAbsolutePath(text, '\\') || text.startsWith('~');
}
