import path from 'node:path';
import { createFileFilter } from './file-filter';
import { readIgnoreTexts } from './ignore-above';
import { isIgnored, scopeRules } from './ignore-rules';
import { comparePaths } from './path-order';
import type { SearchScope } from './search-engine';

/**
 * Which of the files with unsaved changes a search looks into, so that whoever reads its answer
 * knows of which the saved text was searched.
 */
export async function unsavedInScope(
  unsaved: readonly string[],
  scope: SearchScope,
  mayRead: (path: string) => boolean,
): Promise<readonly string[]> {
  const filter = createFileFilter(scope);
  const folder = scope.target.endsWith(path.sep) ? scope.target : scope.target + path.sep;
  const inside = unsaved.filter((file) => {
    const isBelow = scope.targetIsFile ? file === scope.target : file.startsWith(folder);
    return isBelow && filter.accepts(file) && mayRead(file);
  });
  const searched = await Promise.all(
    inside.map(async (file) => ((await isLeftOut(file, scope)) ? [] : [file])),
  );
  return searched.flat().sort(comparePaths);
}

/** True for a file of which the ignore files, or a folder of git, leave it or a folder above it out. */
async function isLeftOut(file: string, scope: SearchScope): Promise<boolean> {
  const { target, targetIsFile, ignore } = scope;
  if (targetIsFile) return false;
  const names = path.relative(target, file).split(path.sep);
  if (names.includes('.git')) return true;
  if (ignore === undefined) return false;
  const rules = (await readIgnoreTexts(target, file)).map(scopeRules);
  const above = ignore.above.map(scopeRules);
  return names.some((_, at) => {
    const entry = path.join(target, ...names.slice(0, at + 1));
    const below = rules.filter(({ folder }) => folder.length < entry.length);
    return isIgnored({ above, below }, entry, at < names.length - 1);
  });
}
