/** One finding of a compiler or linter. */
export interface Diagnostic {
  /** What one block is made of: level and rule, as `warning [unused_variables]`. */
  readonly group: string;
  /** Everything it says beside its place; stands over the places where all of a group say the same. */
  readonly title: string;
  /** What it says beside place, level and rule. */
  readonly message: string;
  readonly place: Place;
  /** Lines that belong to it and stay with it. */
  readonly details: readonly string[];
  /** Lines of its code frame that stay only where the command failed. */
  readonly telling: readonly string[];
  /** As it came, without the heading of its file; undefined where it is always written anew. */
  readonly raw: readonly string[] | undefined;
}

export interface Place {
  /** Line and column with the file before them, in the tool's own words. */
  readonly text: string;
  /** Where the tool names the file once, above its findings: that heading, and what follows it. */
  readonly file: { readonly path: string; readonly position: string } | undefined;
}

/** Takes what a reader made out, in its order. */
export interface DiagnosticSink {
  readonly found: (diagnostic: Diagnostic) => void;
  /** A line that is no part of a finding that can be grouped. */
  readonly plain: (line: string) => void;
}

/** Reads the output of one command line by line. Holds a bounded number of lines. */
export interface DiagnosticReader {
  push(line: string, sink: DiagnosticSink): void;
  end(sink: DiagnosticSink): void;
}

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
 * Words by which people and machines look for failures. What holds one stays in its own line: it may
 * be searched for as a whole.
 */
export function namesFailure(text: string): boolean {
  return failureWords.test(text);
}

const failureWords =
  /\b(?:Error|Exception|panicked at|undefined reference|command not found|cannot find|not found:)/;
