import { minimatch } from 'minimatch';

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
  return minimatch(toSlashes(path), wholeTree(toSlashes(pattern)), {
    dot: true,
    nocase: options.ignoreCase,
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
