import { braceExpand, Minimatch } from 'minimatch';

/** A glob made ready to be tried on many paths. */
export interface PathGlob {
  /** `path` is relative and has `/` between its segments. */
  matches(path: string): boolean;
}

export interface GlobOptions {
  readonly ignoreCase: boolean;
}

/** Longer than anybody writes; bounds what a hostile pattern costs to read. */
const maxLength = 1000;
const maxPatterns = 256;

/**
 * Compiles a glob of `*`, `?`, `[a-z]`, `{a,b}` and `**`. A pattern without `/` is tried on the
 * name at any depth, one that begins with `/` or `./` at the top; dot files are files like others (DESIGN decision 12). The pattern comes from a
 * model and the names from a repository: minimatch tries them without backtracking, and a pattern
 * that is too long or stands for too many others is undefined.
 */
export function compilePathGlob(pattern: string, options: GlobOptions): PathGlob | undefined {
  if (pattern.length > maxLength) return undefined;
  const fromTop = pattern.replace(/^(?:\.?\/)+/, '');
  const braceExpandMax = maxPatterns + 1;
  // Counted with repeats: what was cut off could be the only one that differs.
  if (braceExpand(fromTop, { braceExpandMax }).length > maxPatterns) return undefined;
  const matcher = new Minimatch(fromTop, {
    dot: true,
    matchBase: fromTop === pattern,
    nocase: options.ignoreCase,
    nocomment: true,
    noext: true,
    nonegate: true,
    platform: 'linux',
    braceExpandMax,
  });
  return { matches: (path) => matcher.match(path) };
}
