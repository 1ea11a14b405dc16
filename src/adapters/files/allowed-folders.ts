import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Workspace } from '../../core/ports/workspace';
import { errnoOf, isMissing } from '../system/errno';
import { perLists } from './read-rules';

export interface AllowedFoldersDeps {
  readonly workspace: Pick<Workspace, 'roots'>;
  /** The setting's entries; read at each call, so that a change applies at once. */
  readonly list: () => readonly string[];
  /** The setting's name, for the log. */
  readonly setting: string;
  readonly log: (line: string) => void;
}

const placeholder = '${workspaceFolder}';

/**
 * The canonical folders that tools may use: the open ones, or those of the setting instead
 * (003-tools-2). Resolved once for each change of the setting or of the open folders. An entry that
 * names no existing folder allows nothing and is logged once.
 */
export function createAllowedFolders(deps: AllowedFoldersDeps): () => readonly string[] {
  const { workspace, list } = deps;
  const reported = new Set<string>();
  const report = (line: string): void => {
    if (reported.has(line)) return;
    reported.add(line);
    deps.log(`${deps.setting}: ${line}`);
  };
  return perLists(
    () => [workspace.roots(), list()],
    () => (list().length === 0 ? workspace.roots() : foldersOf(list(), workspace.roots(), report)),
  );
}

function foldersOf(
  entries: readonly string[],
  roots: readonly string[],
  report: (line: string) => void,
): readonly string[] {
  const found = entries.flatMap((entry) => {
    const named = entry.startsWith(placeholder)
      ? roots.map((root) => root + entry.slice(placeholder.length))
      : [entry];
    const looked = named.map(canonicalFolder);
    const folders = looked.flatMap((one) => ('folder' in one ? [one.folder] : []));
    const problem = looked.find((one) => 'problem' in one);
    if (folders.length === 0 && problem !== undefined) {
      report(`${entry} ${problem.problem}. It allows nothing until settings or folders change.`);
    }
    return folders;
  });
  return [...new Set(found)];
}

function canonicalFolder(folder: string): { readonly folder: string } | { problem: string } {
  if (!path.isAbsolute(folder)) return { problem: 'is not absolute' };
  try {
    const real = realpathSync.native(folder);
    return statSync(real).isDirectory() ? { folder: real } : { problem: 'is not a folder' };
  } catch (error) {
    const reason = isMissing(error) ? 'does not exist' : `cannot be accessed (${errnoOf(error)})`;
    return { problem: reason };
  }
}
