import type { ShellAnalysis } from '../contracts/calls/shell-analysis';

/** Reads shell commands; the grammar loads with the first one. */
export interface ShellReader {
  /**
   * What a command would do (the steps in docs/decisions.md). Runs nothing and touches no file.
   * Never rejects: without a grammar, or when reading takes over a second, the reading is `unread`
   * or carries a doubt, and so asks.
   */
  read(command: string): Promise<ShellAnalysis>;
}

/** Time limits of shell commands, read at each call so that settings apply at once. */
export interface ShellLimits {
  /** After this many milliseconds the call answers and the command runs on in its terminal. */
  softMs(): number;
  /** After this many milliseconds the process group is killed (decision 29). */
  hardMs(): number;
  /** Bytes kept of each stream. */
  outputBytes(): number;
}
