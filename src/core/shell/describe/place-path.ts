import { isAbsolutePath, joinPath, normalizePath } from '../../base/paths';
import type { ShellPath } from '../../contracts/shell-reading';
import type { Folders } from '../simple-command';

type PathKind = Omit<ShellPath, 'given'>;

/**
 * The paths that a word names, one for each folder the command may stand in. In a folder that is
 * not known the word is kept as it is, for the rules that deny.
 */
export function pathsInFolders(text: string, folders: Folders, kind: PathKind): readonly ShellPath[] {
  if (isFixedPath(text)) return [{ given: text, ...kind }];
  const places = folders ?? ['.'];
  return places.map((folder) => ({ given: pathInFolder(folder, text), ...kind }));
}

/** A folder below another one, by text; what is absolute stays as it is. */
export function pathInFolder(folder: string, text: string): string {
  if (isFixedPath(text)) return text;
  return folder === '.' ? normalizePath(text, '/') : joinPath(folder, text, '/');
}

/** True for a path that means the same in every folder. */
export function isFixedPath(text: string): boolean {
  return isAbsolutePath(text, '/') || isAbsolutePath(text, '\\') || text.startsWith('~');
}
