import type { LinePolicy } from '../../lines/line-strategy';

/** One finding of a compiler or linter. */
export interface Diagnostic {
  /** Key of a block: level and rule, as `warning [unused_variables]`. */
  readonly group: string;
  /**
   * Everything but its place; a heading of the places where a whole group says the same.
   * Absent where it is the group with the message behind it.
   */
  readonly title?: string;
  /** Its text without place, level and rule. */
  readonly message: string;
  /** Line and column in the tool's own words, with the file before them if `path` is undefined. */
  readonly place: string;
  /** The file, where the tool names it once, above its findings. */
  readonly path?: string;
  /** Lines that belong to it and stay with it. */
  readonly details?: readonly string[];
  /** Lines of its code frame that stay only where the command failed. */
  readonly failureDetails?: readonly string[];
  /** Its unchanged line, followed by its details; absent if it is always rewritten. */
  readonly raw?: string;
}

/** Receives the findings of a reader, in order. */
export interface DiagnosticSink {
  readonly found: (diagnostic: Diagnostic) => void;
  /** A line that is no part of a finding that can be grouped. */
  readonly plain: (line: string) => void;
}

/** Reads the output of one command line by line. Holds a bounded number of lines. */
export interface DiagnosticReader {
  readonly push: (line: string) => void;
  readonly end: () => void;
}

/** Begins with an output. */
export type CreateReader = (judge: LinePolicy, sink: DiagnosticSink) => DiagnosticReader;

/** Patterns that a user wrote instead of the format's; the first group of each is the text. */
export interface OwnPatterns {
  readonly location: RegExp | undefined;
  readonly rule: RegExp | undefined;
}

/** The first group that took part in a match. */
export function firstGroup(pattern: RegExp, line: string): string | undefined {
  const groups: readonly (string | undefined)[] = pattern.exec(line)?.slice(1) ?? [];
  return groups.find((group) => group !== undefined);
}

/**
 * Words by which users and programs search for failures. Text with one of them keeps its own line,
 * since it may be searched for as a whole.
 */
export function namesFailure(text: string): boolean {
  return failureWords.test(text);
}

const failureWords =
  /\b(?:Error|Exception|panicked at|undefined reference|command not found|cannot find|not found:)/;
