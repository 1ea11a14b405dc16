/**
 * Compiles a pattern of a rule. `(?i)`, `(?m)` and `(?s)` in front are understood, as rules that
 * were written for other programs begin with them. Throws a SyntaxError.
 */
export function compileExpression(pattern: string): RegExp {
  const { source, flags } = readFlags(pattern);
  return new RegExp(source, flags);
}

/** The flags that stand in front of a pattern, and what is left of it. */
export function readFlags(pattern: string): { readonly source: string; readonly flags: string } {
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const flags = [...new Set(inline?.[1])].sort().join('');
  return { source: pattern.slice(inline?.[0].length ?? 0), flags };
}
