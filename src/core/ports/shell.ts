import type { ShellAnalysis } from '../contracts/calls/shell-analysis';

/** Parses shell commands; the grammar loads with the first one. */
export interface ShellReader {
  /** Runs nothing, never rejects. Without a grammar, or after a second of parsing, it asks. */
  read(command: string): Promise<ShellAnalysis>;
}

/** Time limits of shell commands, read for each call so that settings apply at once. */
export interface ShellLimits {
  /** After this time the call returns and the command continues in the background. */
  softMs(): number;
  /** After this time the process group is killed (decision 29). */
  hardMs(): number;
  /** Limit for each stream. */
  outputBytes(): number;
}
