import * as path from 'node:path';
import type { FilterEntry } from './parse-rules';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/system';
import { t } from '../window/language';

export interface RuleFile {
  readonly source: 'user' | 'workspace';
  /** Absolute. */
  readonly file: string;
  /** Display name: "filters.toml", or the one of a folder. */
  readonly label: string;
}

/** An ignored part of a rule file. */
export interface FilterProblem {
  /** Undefined for a problem outside of files. */
  readonly file: string | undefined;
  /** From 1; undefined for the file as a whole, or when unknown. */
  readonly line: number | undefined;
  /** File, line, rule and reason, for the user. */
  readonly text: string;
}

/** The parts of a file that apply. */
export interface LoadedRules {
  readonly ruleFile: RuleFile;
  readonly entries: readonly FilterEntry[];
  readonly problems: readonly FilterProblem[];
}

export function problemIn(
  { file, label }: RuleFile,
  line: number | undefined,
  what: string,
): FilterProblem {
  const text =
    line === undefined ? t('{0}: {1}.', label, what) : t('{0}, line {1}: {2}.', label, line, what);
  return { file, line, text };
}

export interface UserRuleFileSources {
  readonly settings: { get(key: 'filters.path'): string };
  /** The folder for data that belongs to no workspace. */
  readonly globalFolder: string;
}

export interface WatchedRuleFile extends RuleFile {
  readonly watched: WatchedFile;
}

const fileName = 'filters.toml';
const workspaceNames = ['.gatehouse', fileName] as const;

/** The user's own file; fails for a setting that names none. */
export function userRuleFile({
  settings,
  globalFolder,
}: UserRuleFileSources): Result<WatchedRuleFile, FilterProblem> {
  const given = settings.get('filters.path').trim();
  if (given !== '' && !path.isAbsolute(given)) return fail(notAbsolute());
  const file = given === '' ? path.join(globalFolder, fileName) : path.normalize(given);
  const { dir: folder, base } = path.parse(file);
  return succeed({ source: 'user', file, label: base, watched: { folder, names: [base] } });
}

const notAbsolute = (): FilterProblem => ({
  file: undefined,
  line: undefined,
  text: t(
    'gatehouse.filters.path must be an absolute path. Until you correct it, your own filter rules are not used.',
  ),
});

/** One for each folder. */
export function workspaceRuleFiles(roots: readonly string[]): readonly WatchedRuleFile[] {
  return roots.map((folder) => ({
    source: 'workspace',
    file: path.join(folder, ...workspaceNames),
    label: workspaceLabel(roots.length === 1 ? undefined : path.basename(folder)),
    watched: { folder, names: workspaceNames },
  }));
}

function workspaceLabel(folder: string | undefined): string {
  const name = workspaceNames.join('/');
  return folder === undefined ? name : t('{0} of {1}', name, folder);
}

/**
 * A file and the folder below which it is watched: a folder of the workspace, where it is in one.
 */
export interface WatchedFile {
  readonly folder: string;
  /** Path below the folder, one name for each segment. */
  readonly names: readonly string[];
}

export type Watch = (files: readonly WatchedFile[], onEvent: () => void) => Disposable;
