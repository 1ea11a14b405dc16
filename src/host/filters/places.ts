import * as path from 'node:path';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { FilterProblem, RuleFile } from './types';
import type { WatchedFile } from './watch-files';

export interface UserRuleFileSources {
  readonly settings: { get(key: 'filters.path'): string };
  /** Our folder for everything that is of no workspace. */
  readonly globalFolder: string;
}

export interface WatchedRuleFile extends RuleFile {
  readonly watched: WatchedFile;
}

const fileName = 'filters.toml';
const workspaceNames = ['.gatehouse', fileName] as const;

/** The person's own file; fails for a setting that names none. */
export function userRuleFile({
  settings,
  globalFolder,
}: UserRuleFileSources): Result<WatchedRuleFile, FilterProblem> {
  const given = settings.get('filters.path').trim();
  if (given !== '' && !path.isAbsolute(given)) return fail(notAbsolute);
  const file = given === '' ? path.join(globalFolder, fileName) : path.normalize(given);
  const { dir: folder, base } = path.parse(file);
  return succeed({ source: 'user', file, label: base, watched: { folder, names: [base] } });
}

const notAbsolute: FilterProblem = {
  file: undefined,
  line: undefined,
  text: 'gatehouse.filters.path must be an absolute path. Until it is corrected, you have no rules of your own.',
};

/** One for each folder. */
export function workspaceRuleFiles(roots: readonly string[]): readonly WatchedRuleFile[] {
  return roots.map((folder) => ({
    source: 'workspace',
    file: path.join(folder, ...workspaceNames),
    label: workspaceNames.join('/') + (roots.length === 1 ? '' : ` of ${path.basename(folder)}`),
    watched: { folder, names: workspaceNames },
  }));
}
