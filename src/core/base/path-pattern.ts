import { braceExpand, Minimatch, type MinimatchOptions } from 'minimatch';
import { cachePerPattern, isCatchAll, lowerCase } from './wildcard';
import type { Separator } from './paths';

/** Longer than any real pattern; limits the cost of a hostile one. */
const maxLength = 1000;
const maxPatterns = 256;

export interface PathPatternOptions {
  readonly ignoreCase: boolean;
  /**
   * For this machine. Without it a backslash in a path may be a separator or a letter, and either
   * reading counts: so a rule that tightens misses nothing.
   */
  readonly separator?: Separator;
  /** The answer for a pattern that is too long or expands to too many; false by default. */
  readonly unreadable?: boolean;
}

/**
 * Matches a path against a glob of a rule or a deny list: `*` or `**` alone is every path, `dir/*`
 * covers the whole tree below `dir`, dot files are files like others (decision 12). The
 * pattern may use either separator.
 */
export function matchesPathPattern(
  pattern: string,
  path: string,
  { ignoreCase, separator, unreadable = false }: PathPatternOptions,
): boolean {
  if (isCatchAll(pattern)) return true;
  const compiled = ignoreCase ? anyCase(pattern) : exactCase(pattern);
  if (compiled === 'unreadable') return unreadable;
  const { glob, within } = compiled;
  if (!lowerCase(path).includes(within)) return false;
  if (!path.includes('\\')) return glob.match(path);
  if (separator !== '/' && glob.match(toSlashes(path))) return true;
  return separator !== '\\' && glob.match(path);
}

/**
 * A name in lower case that is in every path that a glob matches, in any case; empty if none is
 * certain. Texts are compared faster than globs.
 */
export function nameWithin(glob: string): string {
  // What a glob says with `..` is not in the path.
  if (/[{}()\\]|(?:^|\/)\.\.?(?:\/|$)/.test(glob)) return '';
  const names = glob.split('/').filter((part) => /^[\w.-]+$/.test(part));
  // Fewer paths have a hidden folder.
  return (names.find((name) => name.startsWith('.')) ?? names.at(-1) ?? '').toLowerCase();
}

interface Compiled {
  readonly glob: Minimatch;
  /** See `nameWithin`. */
  readonly within: string;
}

/** True for a pattern that is short enough and expands to few enough others. */
export function isReadablePathPattern(pattern: string): boolean {
  return isCatchAll(pattern) || exactCase(pattern) !== 'unreadable';
}

const anyCase = cachePerPattern((pattern) => compile(pattern, true));
const exactCase = cachePerPattern((pattern) => compile(pattern, false));

function compile(pattern: string, nocase: boolean): Compiled | 'unreadable' {
  const text = wholeTree(toSlashes(pattern));
  const glob = globOf(text, { nocase });
  return glob === undefined ? 'unreadable' : { glob, within: nameWithin(text) };
}

/** The globs that one with `{a,b}` stands for; undefined if it is too long, or they are too many. */
export function alternativesOf(glob: string): readonly string[] | undefined {
  // Counted with repeats: what was cut off could be the only one that differs.
  const all = glob.length > maxLength ? [] : braceExpand(glob, { braceExpandMax });
  return all.length === 0 || all.length > maxPatterns ? undefined : all;
}

const braceExpandMax = maxPatterns + 1;

/** Undefined for a glob that expands to too many others. */
function globOf(glob: string, options: MinimatchOptions): Minimatch | undefined {
  if (alternativesOf(glob) === undefined) return undefined;
  const ours = { dot: true, nocomment: true, nonegate: true, noext: true, braceExpandMax };
  return new Minimatch(glob, { ...ours, ...options });
}

/**
 * True if a glob, as a shell expands it in a folder, may match `below`, a path in it with `/`, or
 * what is in it; with `isTree` also a folder above it. A pattern that is too long may.
 */
export function globReaches(glob: string, below: string, isTree: boolean): boolean {
  const whole = globOf(glob.replace(/\/+$/, ''), { nocase: true, partial: true });
  if (whole === undefined || whole.match(below, true)) return true;
  const names = below.split('/');
  const above = names.map((_, at) => names.slice(0, at + 1).join('/'));
  return isTree && above.some((path) => globOf(glob, { nocase: true })?.match(path) === true);
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function wholeTree(pattern: string): string {
  return pattern.endsWith('/*') ? `${pattern}*` : pattern;
}

/** A compiled glob, for many paths. */
export interface PathGlob {
  /** `path` is relative and has `/` between its segments. */
  match(path: string): boolean;
}

/**
 * Compiles a glob of `*`, `?`, `[a-z]`, `{a,b}` and `**`. A pattern without `/` is tried on the
 * name at any depth, one that begins with `/` or `./` at the top; dot files are files like others
 * (decision 12). The pattern comes from a model and the names from a repository: minimatch tries
 * them without backtracking, and a pattern that is too long or expands to too many others is
 * undefined.
 */
export function compilePathGlob(pattern: string, nocase: boolean): PathGlob | undefined {
  const fromTop = pattern.replace(/^(?:\.?\/)+/, '');
  return globOf(fromTop, { matchBase: fromTop === pattern, nocase, platform: 'linux' });
}
