import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Environment } from './environment';
import { isUsableProgram, pathFolders, readVariable } from './program-file';
import { gitBash, posixBash, wslBash, type Shell } from './shell';

/** A first answer of WSL starts a machine. */
const wslTimeoutMs = 10_000;

export interface BashSearch {
  readonly env: Environment;
  /** Canonical; nothing in them is ever run as the shell. */
  readonly roots: readonly string[];
  readonly platform: NodeJS.Platform;
  /** Variables that a Linux beside Windows is handed. */
  readonly handedOn: readonly string[];
}

/**
 * Bash: the system's own, else the first on PATH; on Windows Git's, else that of WSL. Relative PATH
 * entries and files that really lie in the workspace are passed over, so that no repository can plant
 * a shell.
 */
export async function findBash(search: BashSearch): Promise<Result<Shell>> {
  for (const candidate of bashCandidates(search)) {
    if (await isUsableProgram(candidate.file, search.roots)) return succeed(candidate);
  }
  const linux = wslCandidate(search);
  if (
    linux !== undefined &&
    (await isUsableProgram(linux.file, search.roots)) &&
    (await hasLinux(linux))
  ) {
    return succeed(linux);
  }
  const remedy =
    search.platform === 'win32'
      ? 'Install Git for Windows, which brings bash, or a Linux by "wsl --install".'
      : 'Install bash as /bin/bash or on the PATH.';
  return fail(
    failure('unavailable', `bash was not found. ${remedy}`, {
      category: 'permanent_failure',
      suggestion: `Ask the user. ${remedy}`,
    }),
  );
}

/** Where bash may be, best first. Exported for the platforms that a test does not run on. */
export function bashCandidates({
  env,
  platform,
}: Pick<BashSearch, 'env' | 'platform'>): readonly Shell[] {
  if (platform !== 'win32') {
    const onPath = pathFolders(env['PATH'], path.posix).map((at) => `${at}/bash`);
    return ['/bin/bash', ...onPath].map(posixBash);
  }
  const windows = windowsFolder(env).toLowerCase();
  const installed = [readVariable(env, 'PROGRAMFILES'), readVariable(env, 'LOCALAPPDATA')]
    .filter((at) => at !== undefined)
    .map((at) => path.win32.join(at, at.endsWith('Local') ? 'Programs' : '.', 'Git', 'bin'));
  // bash.exe in the system folder starts a Linux machine, where paths mean something else.
  const onPath = pathFolders(readVariable(env, 'PATH'), path.win32).filter(
    (at) => !at.toLowerCase().startsWith(windows),
  );
  return [...installed, ...onPath].map((at) => gitBash(path.win32.join(at, 'bash.exe')));
}

/** The Linux beside Windows, for who has no Git; undefined elsewhere. */
export function wslCandidate({
  env,
  platform,
  handedOn,
}: Pick<BashSearch, 'env' | 'platform' | 'handedOn'>): Shell | undefined {
  if (platform !== 'win32') return undefined;
  return wslBash(path.win32.join(windowsFolder(env), 'System32', 'wsl.exe'), handedOn);
}

/** wsl.exe comes with Windows; a Linux does not. It answers 0 exactly when there is one. */
async function hasLinux({ file }: Shell): Promise<boolean> {
  try {
    await promisify(execFile)(file, ['--list', '--quiet'], {
      timeout: wslTimeoutMs,
      windowsHide: true,
    });
    return true;
  } catch {
    // None, or it does not answer: bash counts as not found, and the remedy says what to do.
    return false;
  }
}

function windowsFolder(env: Environment): string {
  return readVariable(env, 'SYSTEMROOT') ?? 'C:\\Windows';
}
