import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../core/base/paths';
import type { Environment } from './environment';

/** A variable by its name in capitals: Windows does not tell upper from lower case in names. */
export function readVariable(env: Environment, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

/** The folders of a PATH, but for relative ones: what those hold depends on the current folder. */
export function pathFolders(
  value: string | undefined,
  style: path.PlatformPath,
): readonly string[] {
  return (value ?? '').split(style.delimiter).filter((entry) => style.isAbsolute(entry));
}

/**
 * True for a file that may be run and does not really lie in one of the folders, so that no
 * repository can plant a program.
 */
export async function isUsableProgram(file: string, roots: readonly string[]): Promise<boolean> {
  try {
    const real = await realpath(file);
    const style = { separator: path.sep, caseSensitive: false };
    if (roots.some((root) => isInside(root, real, style) || isInside(root, file, style))) {
      return false;
    }
    await access(real, constants.X_OK);
    return (await stat(real)).isFile();
  } catch {
    // Not there, or not to be looked at: the next candidate is tried.
    return false;
  }
}
