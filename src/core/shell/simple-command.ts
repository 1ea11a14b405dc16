import type { BlockedConstruct, ShellPart, ShellWord } from '../contracts/shell-reading';

/**
 * Where a command may stand when it runs: folders relative to the folder of the call (`.` is that
 * folder), or undefined when that cannot be known.
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
  /** What stands before the program, `CI=1`; or alone, as a statement. */
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
  readonly doubts: readonly string[];
  /** Where the next command stands if this one succeeds: `cd` changes it. */
  readonly folders: Folders;
}

/** Reads a script that a command brings along (`bash -c '…'`), eight deep at most. */
export type AnalyzeScript = (script: string, folders: Folders) => Described;

/** Describes one simple command (security 3.2 steps 4, 7 to 12). */
export type DescribeCommand = (command: SimpleCommand, readScript: AnalyzeScript) => Described;
