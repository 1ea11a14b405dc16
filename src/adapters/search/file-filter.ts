import { say } from '../../core/base/sentence';
import path from 'node:path';
import { compilePathGlob, type PathGlob } from '../../core/base/path-pattern';
import type { SearchScope } from './search-job';
import { failure, type Failure } from '../../core/contracts/failure';

/**
 * Decides which files a search reports, apart from ignore files. ripgrep cannot: a glob of the call
 * would override ignore files, and it reads some globs of the settings otherwise.
 */
export interface FileFilter {
  /** True for a file below the target that neither a folder above it nor a glob excludes. */
  accepts(file: string): boolean;
}

/** True if a path relative to the root is excluded. */
type Excluded = (relative: string) => boolean;

type Scope = Pick<
  SearchScope,
  'target' | 'targetIsFile' | 'root' | 'excluded' | 'glob' | 'ignoreCase'
>;

/**
 * Applies the globs of `files.exclude` to every folder and file below the target. The target itself
 * was named and is always searched.
 */
export function createFileFilter(scope: Scope): FileFilter {
  const { target, targetIsFile, root, ignoreCase } = scope;
  const excluded = compileExcluded(scope.excluded, ignoreCase);
  const glob = scope.glob === undefined ? undefined : compileSearchGlob(scope.glob, ignoreCase);
  const isExcluded = (entry: string): boolean => excluded?.(relativeName(root, entry)) ?? false;
  const entered = new Map<string, boolean>();
  const enters = (folder: string): boolean => {
    if (excluded === undefined || folder.length <= target.length) return true;
    const known = entered.get(folder);
    if (known !== undefined) return known;
    const enter = enters(folderOf(folder)) && !isExcluded(folder);
    entered.set(folder, enter);
    return enter;
  };
  const matches = (name: string): boolean => glob === undefined || glob.match(name);
  return {
    accepts: (file) => {
      // The name is not valid UTF-8: no argument could name it.
      if (file.includes('\uFFFD')) return false;
      if (targetIsFile) return file === target && matches(path.basename(file));
      if (!matches(relativeName(target, file))) return false;
      return excluded === undefined || (enters(folderOf(file)) && !isExcluded(file));
    },
  };
}

/** `file` below `folder`, with `/`. */
function relativeName(folder: string, file: string): string {
  const from = folder.endsWith(path.sep) ? folder.length : folder.length + 1;
  const name = file.slice(from);
  return path.sep === '/' ? name : name.replaceAll(path.sep, '/');
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf(path.sep));
}

/**
 * Compiles globs as VS Code reads them: from the root, `**` for any depth. Most are a single name
 * at any depth and need no glob.
 */
function compileExcluded(globs: readonly string[], ignoreCase: boolean): Excluded | undefined {
  const known = (name: string): string => (ignoreCase ? name.toLowerCase() : name);
  const names = new Set<string>();
  const others: PathGlob[] = [];
  for (const glob of globs) {
    const body = glob.replace(/^\/+|\/+$/g, '');
    const name = /^\*\*\/([\w.\- ]+)$/.exec(body)?.[1];
    if (name !== undefined) names.add(known(name));
    else if (body !== '') others.push(...listed(compileFromTop(body, ignoreCase)));
  }
  if (names.size === 0 && others.length === 0) return undefined;
  return (relative) =>
    names.has(known(relative.slice(relative.lastIndexOf('/') + 1))) ||
    others.some((glob) => glob.match(relative));
}

function compileFromTop(body: string, ignoreCase: boolean): PathGlob | undefined {
  if (body.startsWith('**/')) return compileGlob(body, ignoreCase);
  return compilePathGlob(`/${body}`, ignoreCase);
}

function listed<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/**
 * Compiles the glob of a request with `compilePathGlob`; a leading `!` negates it. Undefined if it
 * is too long or has too many alternatives.
 */
function compileSearchGlob(pattern: string, ignoreCase: boolean): PathGlob | undefined {
  if (!pattern.startsWith('!')) return compileGlob(pattern, ignoreCase);
  const glob = compileGlob(pattern.slice(1), ignoreCase);
  return glob && { match: (path) => !glob.match(path) };
}

/** Most globs match an ending at any depth, which a text comparison can decide. */
function compileGlob(pattern: string, ignoreCase: boolean): PathGlob | undefined {
  const ending = /^(?:\*\*\/)?\*(\.[\w.-]+)$/.exec(pattern)?.[1];
  if (ending === undefined) return compilePathGlob(pattern, ignoreCase);
  if (!ignoreCase) return { match: (path) => path.endsWith(ending) };
  const lower = ending.toLowerCase();
  return { match: (path) => path.toLowerCase().endsWith(lower) };
}

/** Rejects an invalid glob, such as one that leaves its folder and would match nothing. */
export function globProblem(glob: string, field: 'pattern' | 'glob'): Failure | undefined {
  const body = glob.startsWith('!') ? glob.slice(1) : glob;
  const leaves = body.split(/[\\/]/).includes('..');
  if (leaves || /^(?:[\\/]|[a-z]:[\\/])/i.test(body)) {
    return failure(
      'validation',
      say`${field} must be relative to path and must not contain "..".`,
      {
        suggestion: `Pass the folder as path and a glob such as src/**/*.ts as ${field}.`,
      },
    );
  }
  if (compileSearchGlob(glob, false) !== undefined) return undefined;
  return failure('validation', say`${field} is too long or has too many alternatives.`, {
    suggestion: 'Use a simpler glob, or several calls.',
  });
}
