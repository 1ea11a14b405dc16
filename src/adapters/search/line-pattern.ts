import { translatePattern } from './translate-pattern';

/** A pattern made ready for many lines. */
export interface LinePattern {
  /** Where the first match begins; -1 for none. */
  search(line: string): number;
  /** Bytes that every match holds; undefined when the pattern is more than plain text. */
  readonly literal: Buffer | undefined;
}

/**
 * Compiles an expression in ripgrep's syntax for the fallback search. Throws a `PatternError`, or
 * the `SyntaxError` of the engine.
 */
export function compileLinePattern(pattern: string, caseSensitive: boolean): LinePattern {
  if (caseSensitive && /^[^\\^$.*+?()[\]{}|\n]+$/.test(pattern)) {
    return { search: (line) => line.indexOf(pattern), literal: Buffer.from(pattern) };
  }
  const { source, ignoreCase } = translatePattern(pattern);
  const expression = new RegExp(source, caseSensitive && !ignoreCase ? 'v' : 'vi');
  return { search: (line) => line.search(expression), literal: undefined };
}
