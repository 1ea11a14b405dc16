/** Whether a line fits one of several patterns. */
export type LineMatcher = (line: string) => boolean;

/**
 * Compiles patterns for being tried on every line of a long output: those that begin at the line's
 * begin become one expression, which fails at the first character of most lines, and of the others
 * those are tried whose longest certain word the line has.
 */
export function createLineMatcher(patterns: readonly string[]): LineMatcher {
  const anchored = patterns.filter((pattern) => isAnchored(pattern));
  const searched = patterns.filter((pattern) => !isAnchored(pattern)).map(createSearch);
  const tests = anchored.length === 0 ? searched : [joinAnchored(anchored), ...searched];
  const [first, ...others] = tests;
  if (first === undefined) return () => false;
  if (others.length === 0) return first;
  return (line) => {
    for (const test of tests) if (test(line)) return true;
    return false;
  };
}

/** Joining would renumber groups, and an alternative behind `|` need not begin with `^`. */
function isAnchored(pattern: string): boolean {
  const { source, flags } = readFlags(pattern);
  return (
    flags === '' && source.startsWith('^') && !/\\[1-9k]|\(\?</.test(source) && !hasChoice(source)
  );
}

function joinAnchored(patterns: readonly string[]): LineMatcher {
  const joined = compileExpression(patterns.map((pattern) => `(?:${pattern})`).join('|'));
  return (line) => joined.test(line);
}

function createSearch(pattern: string): LineMatcher {
  const expression = compileExpression(pattern);
  const isPlain = expression.flags === '';
  const word = isPlain ? certainWord(expression.source) : '';
  if (word.length < 2) return (line) => expression.test(line);
  return (line) => line.includes(word) && expression.test(line);
}

/** True when a `|` is outside every group and class. */
function hasChoice(source: string): boolean {
  return tokensOf(source).some(({ text, depth }) => text === '|' && depth === 0);
}

interface Token {
  /** One character, an escape, a class or a quantifier. */
  readonly text: string;
  /** Number of enclosing groups. */
  readonly depth: number;
}

const tokenForm =
  /\\(?:k<[^>]*>|x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[A-Za-z]|[pP]\{[^}]*\}|\d+|[^])|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/g;

function tokensOf(source: string): readonly Token[] {
  const texts = source.match(tokenForm) ?? [];
  let depth = 0;
  return texts.map((text) => {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    return { text, depth: text === '(' ? depth - 1 : depth };
  });
}

/** The longest text that is easily found to be in every match; empty when there is none. */
function certainWord(source: string): string {
  const tokens = tokensOf(source);
  if (tokens.some(({ text, depth }) => text === '|' && depth === 0)) return '';
  let longest = '';
  let word = '';
  const close = (): void => {
    if (word.length > longest.length) longest = word;
    word = '';
  };
  for (const [at, { text, depth }] of tokens.entries()) {
    const character = depth === 0 ? literalOf(text) : undefined;
    const isOptional = /^(?:[*?]|\{0)/.test(tokens[at + 1]?.text ?? '');
    if (character === undefined || isOptional) close();
    else word += character;
  }
  close();
  return longest;
}

/** The only character that a token matches; undefined for a token that matches several, or none. */
function literalOf(text: string): string | undefined {
  if (/^\\[^\w]$/.test(text)) return text.slice(1);
  return /^[^\\[\](){}^$.|*+?]$/.test(text) ? text : undefined;
}

/**
 * Compiles a pattern in JavaScript's syntax, with its flags as `(?i)` in front. Throws a
 * SyntaxError.
 */
export function compileExpression(pattern: string): RegExp {
  const { source, flags } = readFlags(pattern);
  return new RegExp(source, flags);
}

/** The leading flags of a pattern, and the rest. */
function readFlags(pattern: string): { readonly source: string; readonly flags: string } {
  const inline = /^\(\?([imsv]+)\)/.exec(pattern);
  const flags = [...new Set(inline?.[1])].sort().join('');
  return { source: pattern.slice(inline?.[0].length ?? 0), flags };
}
