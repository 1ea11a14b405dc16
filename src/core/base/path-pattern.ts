import { Minimatch } from 'minimatch';
import { keepCompiled } from './keep-compiled';

/**
 * Matches a path against a glob of a rule or a deny list: `*` alone is every path, `dir/*` covers
 * the whole tree below `dir`, dot files are files like others (DESIGN decision 12). Both sides may
 * use either separator.
 */
export function matchesPathPattern(
  pattern: string,
  path: string,
  options: { readonly ignoreCase: boolean },
): boolean {
  if (pattern === '*') return true;
  const compiled = options.ignoreCase ? anyCase(pattern) : exactCase(pattern);
  return compiled.match(toSlashes(path));
}

const anyCase = keepCompiled((pattern) => compile(pattern, true));
const exactCase = keepCompiled((pattern) => compile(pattern, false));

function compile(pattern: string, nocase: boolean): Minimatch {
  return new Minimatch(wholeTree(toSlashes(pattern)), {
    dot: true,
    nocase,
    nocomment: true,
    nonegate: true,
    noext: true,
  });
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function wholeTree(pattern: string): string {
  return pattern.endsWith('/*') ? `${pattern}*` : pattern;
}
