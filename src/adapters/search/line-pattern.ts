/** A pattern made ready for many lines. */
export interface LinePattern {
  /** Where the first match begins; -1 for none. */
  search(line: string): number;
  /** Bytes that every match holds; undefined when the pattern is more than plain text. */
  readonly literal: Buffer | undefined;
}

/**
 * Compiles a regular expression for the fallback search. ripgrep's `(?i)` in front is understood.
 * Throws a `SyntaxError` with the engine's message.
 */
export function compileLinePattern(pattern: string, caseSensitive: boolean): LinePattern {
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const source = inline === null ? pattern : pattern.slice(inline[0].length);
  const flags = new Set(Array.from((inline?.[1] ?? '') + (caseSensitive ? '' : 'i')));
  const expression = compile(source, [...flags].join(''));
  const isPlain = !flags.has('i') && /^[\w\s"'/:;,<>=!@#%&~`-]+$/.test(source);
  return {
    search: (line) => line.search(expression),
    literal: isPlain ? Buffer.from(source) : undefined,
  };
}

/** Unicode mode, unless the pattern escapes what that mode does not let it escape. */
function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // The looser mode reports what is wrong for both.
    return new RegExp(source, flags);
  }
}
