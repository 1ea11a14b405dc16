import path from 'node:path';
import { compilePathGlob, type PathGlob } from '../../core/base/glob-path';
import { relativeName } from './ignore-rules';
import { compileSearchGlob } from './search-glob';
import type { SearchScope } from './search-engine';

/** What a search tells, ignore files aside: the same for both engines. */
export interface FileFilter {
  /** True for a file below the target that no folder above it and no glob leaves out. */
  accepts(file: string): boolean;
  /** False for a folder below the target of which nothing is told. */
  enters(folder: string): boolean;
}

/** Says of a path below the root whether it is left out. */
type Excluded = (relative: string) => boolean;

type Scope = Pick<
  SearchScope,
  'target' | 'targetIsFile' | 'root' | 'excluded' | 'glob' | 'ignoreCase'
>;

/**
 * The globs of `files.exclude` are tried on every folder and file below the target; the target
 * itself was asked for by name, and so is searched whatever they say.
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
  const matches = (name: string): boolean => glob === undefined || glob.matches(name);
  return {
    enters,
    accepts: (file) => {
      // Bytes that are no UTF-8: no argument could name such a file.
      if (file.includes('\uFFFD')) return false;
      if (targetIsFile) return file === target && matches(path.basename(file));
      if (!matches(relativeName(target, file))) return false;
      return excluded === undefined || (enters(folderOf(file)) && !isExcluded(file));
    },
  };
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf(path.sep));
}

/**
 * As VS Code reads them: from the folder's top, `**` for any depth. Most of them are one name at any
 * depth, and need no glob.
 */
function compileExcluded(globs: readonly string[], ignoreCase: boolean): Excluded | undefined {
  const known = (name: string): string => (ignoreCase ? name.toLowerCase() : name);
  const names = new Set<string>();
  const others: PathGlob[] = [];
  for (const glob of globs) {
    const body = glob.replace(/^\/+|\/+$/g, '');
    const name = /^\*\*\/([\w.\- ]+)$/.exec(body)?.[1];
    if (name !== undefined) names.add(known(name));
    else if (body !== '') others.push(...listed(compilePathGlob(`/${body}`, { ignoreCase })));
  }
  if (names.size === 0 && others.length === 0) return undefined;
  return (relative) =>
    names.has(known(relative.slice(relative.lastIndexOf('/') + 1))) ||
    others.some((glob) => glob.matches(relative));
}

function listed<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
