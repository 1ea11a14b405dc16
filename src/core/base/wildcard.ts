/** More patterns than a user has rules. */
const maxCachedPatterns = 4096;

/**
 * Remembers what was made of each pattern, for patterns of rules, which are few and come again with
 * every call. Beyond a bound it starts again.
 */
export function cachePerPattern<T>(compile: (pattern: string) => T): (pattern: string) => T {
  const kept = new Map<string, T>();
  return (pattern) => {
    const known = kept.get(pattern);
    if (known !== undefined) return known;
    if (kept.size >= maxCachedPatterns) kept.clear();
    const made = compile(pattern);
    kept.set(pattern, made);
    return made;
  };
}

type Matcher = (text: string) => boolean;

/**
 * The wildcard of command rules: `*` is any run of characters, slashes and line breaks included,
 * `?` is one; nothing else is special (decision 12). Linear in pattern times text.
 */
export function matchesWildcard(
  pattern: string,
  text: string,
  options: { readonly ignoreCase: boolean },
): boolean {
  return options.ignoreCase ? folded(pattern)(lowerCase(text)) : exact(pattern)(text);
}

const exact = cachePerPattern(compile);
const folded = cachePerPattern((pattern) => compile(pattern.toLowerCase()));

let last = { text: '', lower: '' };
let older = last;

/** Many rules are tried in a row on the same text, or two forms of a path: each is folded once. */
export function lowerCase(text: string): string {
  if (text !== last.text) {
    const found = text === older.text ? older : { text, lower: text.toLowerCase() };
    older = last;
    last = found;
  }
  return last.lower;
}

/** Most patterns are a literal between stars, which the engine finds faster than this code. */
function compile(pattern: string): Matcher {
  const literal = pattern.replace(/^\*+|\*+$/g, '');
  if (hasWildcard(literal)) {
    const head = pattern.slice(0, pattern.search(/[*?]/));
    return (text) => text.startsWith(head) && matchesGeneral(pattern, text);
  }
  const opens = pattern.startsWith('*');
  const closes = pattern.endsWith('*');
  if (opens && closes) return (text) => text.includes(literal);
  if (closes) return (text) => text.startsWith(literal);
  return opens ? (text) => text.endsWith(literal) : (text) => text === literal;
}

function matchesGeneral(wanted: string, given: string): boolean {
  let at = 0;
  let star = -1;
  let mark = 0;
  let from = 0;
  while (from < given.length) {
    if (wanted[at] === '*') {
      star = at;
      mark = from;
      at += 1;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[from])) {
      at += 1;
      from += 1;
    } else if (star !== -1) {
      at = star + 1;
      mark += 1;
      from = mark;
    } else {
      return false;
    }
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}

/** True for `*` and `**`, which match everything, for commands as for paths. */
export function isCatchAll(pattern: string): boolean {
  return pattern === '*' || pattern === '**';
}

export function hasWildcard(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** Matches a command rule: `git status *` is also `git status` without arguments. */
export function matchesCommand(
  pattern: string,
  command: string,
  options: { readonly ignoreCase: boolean },
): boolean {
  if (options.ignoreCase) return commandMatcher(pattern)(lowerCase(command));
  if (exact(pattern)(command)) return true;
  return pattern.endsWith(' *') && exact(pattern.slice(0, -2))(command);
}

/** Matches a text in lower case with a command rule, in any case of the rule. */
export const commandMatcher = cachePerPattern((given): Matcher => {
  const pattern = given.toLowerCase();
  const whole = compile(pattern);
  if (!pattern.endsWith(' *')) return whole;
  const bare = compile(pattern.slice(0, -2));
  return (lower) => whole(lower) || bare(lower);
});
