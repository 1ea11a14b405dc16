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
  if (pattern === '*') return '**';
  return pattern.endsWith('/*') ? `${pattern}*` : pattern;
}
