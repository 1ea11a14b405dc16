import { compilePathGlob, type PathGlob } from '../../core/base/glob-path';
import { failure, type Failure } from '../../core/contracts/failure';

/**
 * Compiles the glob of a request: as `compilePathGlob` has it, and turned round by a `!` in front.
 * Undefined for what is too long or stands for too many others.
 */
export function compileSearchGlob(pattern: string, ignoreCase: boolean): PathGlob | undefined {
  if (!pattern.startsWith('!')) return compileGlob(pattern, ignoreCase);
  const glob = compileGlob(pattern.slice(1), ignoreCase);
  return glob && { matches: (path) => !glob.matches(path) };
}

/** Most globs are for an ending at any depth, which needs no glob to be seen. */
function compileGlob(pattern: string, ignoreCase: boolean): PathGlob | undefined {
  const ending = /^(?:\*\*\/)?\*(\.[\w.-]+)$/.exec(pattern)?.[1];
  if (ending === undefined) return compilePathGlob(pattern, { ignoreCase });
  if (!ignoreCase) return { matches: (path) => path.endsWith(ending) };
  const lower = ending.toLowerCase();
  return { matches: (path) => path.toLowerCase().endsWith(lower) };
}

/** What is wrong with a glob: one that leaves its folder would match nothing, which helps nobody. */
export function globProblem(glob: string, field: 'pattern' | 'glob'): Failure | undefined {
  const body = glob.startsWith('!') ? glob.slice(1) : glob;
  const leaves = body.split(/[\\/]/).includes('..');
  if (leaves || /^(?:[\\/]|[a-z]:[\\/])/i.test(body)) {
    return failure('validation', `${field} must be relative to path and must not hold "..".`, {
      suggestion: `Give the folder in path and a glob such as src/**/*.ts in ${field}.`,
    });
  }
  if (compileSearchGlob(glob, false) !== undefined) return undefined;
  return failure('validation', `${field} is too long or has too many alternatives.`, {
    suggestion: 'Use a simpler glob, or several calls.',
  });
}
