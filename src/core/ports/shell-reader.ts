import type { ShellAnalysis } from '../contracts/shell-reading';

/** Reads shell commands; the grammar loads with the first one. */
export interface ShellReader {
  /**
   * What a command would do (security 3.2 steps 1 to 12). Runs nothing and touches no file. Never
   * rejects: without a grammar, or when reading takes over a second, the reading is `unread` or
   * carries a doubt, and so asks.
   */
  read(command: string): Promise<ShellAnalysis>;
}
