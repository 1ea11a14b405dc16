/** Time limits of shell commands, read at each call so that settings apply at once. */
export interface ShellLimits {
  /** After this many milliseconds the call answers and the command runs on in its terminal. */
  softMs(): number;
  /** After this many milliseconds the process group is killed (DESIGN decision 29). */
  hardMs(): number;
  /** Bytes kept of each stream. */
  outputBytes(): number;
}
