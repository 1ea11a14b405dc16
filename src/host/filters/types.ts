import type { FilterEntry } from './parse-rules';

/** A file that may hold rules. */
export interface RuleFile {
  readonly source: 'user' | 'workspace';
  /** Absolute. */
  readonly file: string;
  /** How people call it: "filters.toml", or that of a folder. */
  readonly label: string;
}

/** Something in a file of rules that does not count. */
export interface FilterProblem {
  /** Undefined for what no file says. */
  readonly file: string | undefined;
  /** From 1; undefined for the file as a whole, or where it cannot be told. */
  readonly line: number | undefined;
  /** File, line, rule and reason, for people. */
  readonly text: string;
}

/** What counts of a file. */
export interface LoadedRules {
  readonly ruleFile: RuleFile;
  readonly entries: readonly FilterEntry[];
  readonly problems: readonly FilterProblem[];
}

export function problemIn(
  { file, label }: RuleFile,
  line: number | undefined,
  what: string,
): FilterProblem {
  const at = line === undefined ? '' : `, line ${String(line)}`;
  return { file, line, text: `${label}${at}: ${what}.` };
}
