import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../core/base/paths';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Environment } from './environment';

export interface BashSearch {
  readonly env: Environment;
  /** Canonical; nothing in them is ever run as the shell. */
  readonly roots: readonly string[];
  readonly platform: NodeJS.Platform;
}

/**
 * The absolute path of bash: the system's own, else the first on PATH. Relative PATH entries and
 * files that really lie in the workspace are passed over, so that no repository can plant a shell.
 */
export async function findBash(search: BashSearch): Promise<Result<string>> {
  for (const candidate of bashCandidates(search)) {
    if (await isUsable(candidate, search.roots)) return succeed(candidate);
  }
  const remedy =
    search.platform === 'win32'
      ? 'Install Git for Windows, which brings bash.'
      : 'Install bash as /bin/bash or on the PATH.';
  return fail(
    failure('unavailable', `bash was not found. ${remedy}`, {
      category: 'permanent_failure',
      suggestion: `Ask the user. ${remedy}`,
    }),
  );
}

/** Where bash may be, best first. Exported for the platforms that a test does not run on. */
export function bashCandidates({ env, platform }: Omit<BashSearch, 'roots'>): readonly string[] {
  if (platform !== 'win32') {
    return ['/bin/bash', ...pathFolders(env['PATH'], path.posix).map((at) => `${at}/bash`)];
  }
  const variable = (name: string): string | undefined =>
    Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
  const windows = variable('SYSTEMROOT')?.toLowerCase() ?? 'c:\\windows';
  const installed = [variable('PROGRAMFILES'), variable('LOCALAPPDATA')]
    .filter((at) => at !== undefined)
    .map((at) => path.win32.join(at, at.endsWith('Local') ? 'Programs' : '.', 'Git', 'bin'));
  // bash.exe in the system folder starts a Linux machine, where paths mean something else.
  const onPath = pathFolders(variable('PATH'), path.win32).filter(
    (at) => !at.toLowerCase().startsWith(windows),
  );
  return [...installed, ...onPath].map((at) => path.win32.join(at, 'bash.exe'));
}

function pathFolders(value: string | undefined, style: path.PlatformPath): readonly string[] {
  return (value ?? '').split(style.delimiter).filter((entry) => style.isAbsolute(entry));
}

async function isUsable(file: string, roots: readonly string[]): Promise<boolean> {
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
