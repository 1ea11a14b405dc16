import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../core/base/paths';
import type { Environment } from './environment';

/** Reads a variable by its uppercase name: Windows ignores case in names. */
export function readVariable(env: Environment, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

/** The folders of a PATH, except relative ones, whose content depends on the current folder. */
export function pathFolders(
  value: string | undefined,
  style: path.PlatformPath,
): readonly string[] {
  return (value ?? '').split(style.delimiter).filter((entry) => style.isAbsolute(entry));
}

/**
 * True for an executable file whose real path is outside the given folders, so that no repository
 * can plant a program.
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
    // Missing or not accessible: the next candidate is tried.
    return false;
  }
}
