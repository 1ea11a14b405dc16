import { inEnglish, say } from '../../core/base/sentence';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Environment } from './environment';
import { isUsableProgram, pathFolders, readVariable } from './program-file';

/** A bash program and how to call it. */
export interface Shell {
  /** Absolute path of the program. */
  readonly file: string;
  /** Arguments that run `text` exactly as given, in `cwd`. */
  argumentsFor(text: string, cwd: string): readonly string[];
  /** The environment for the program that passes `env` to the command. */
  environmentFor(env: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

// After `--`, a text that begins with a dash is a command, not an option.
const bashArguments = ['--noprofile', '--norc', '-c', '--'];

/** A bash of a POSIX system. */
export function posixBash(file: string): Shell {
  return {
    file,
    argumentsFor: (text) => [...bashArguments, text],
    environmentFor: (env) => env,
  };
}

/**
 * The bash of Git for Windows. Without `noglob` its start-up would expand a text like `./a*` to
 * file names and run the result.
 */
export function gitBash(file: string): Shell {
  return {
    ...posixBash(file),
    environmentFor: (env) => ({ ...env, MSYS: `${env['MSYS'] ?? ''} noglob`.trim() }),
  };
}

/**
 * The bash of the Windows Subsystem for Linux (WSL). Its folder is an argument. WSLENV names the
 * variables it receives: `handedOn`, the ones we set; others have no meaning there.
 */
export function wslBash(file: string, handedOn: readonly string[]): Shell {
  return {
    file,
    argumentsFor: (text, cwd) => ['--cd', cwd, '-e', 'bash', ...bashArguments, text],
    environmentFor: (env) => ({
      ...env,
      WSLENV: handedOn.filter((name) => name in env).join(':'),
    }),
  };
}

/** Waits for a line from us at descriptor 3; without it, runs nothing. */
const launcher =
  'IFS= read -r -u 3 GATEHOUSE_WORD && [ "$GATEHOUSE_WORD" = run ] && exec 3<&- && exec "$@"; exit 125';

/** Releases a held command. */
export const releaseLine = 'run\n';

/**
 * Arguments for a held start: waits until `releaseLine` arrives at descriptor 3, then becomes the
 * command in the same process (decision 38). Program and text are arguments of the launcher, never
 * part of its text.
 */
export function heldArguments(shell: Shell, text: string, cwd: string): readonly string[] {
  return [...bashArguments, launcher, shell.file, shell.file, ...shell.argumentsFor(text, cwd)];
}

/** The first call of WSL starts a virtual machine. */
const wslTimeoutMs = 10_000;

export interface BashSearch {
  readonly env: Environment;
  /** Canonical; programs inside them are never run as the shell. */
  readonly roots: readonly string[];
  readonly platform: NodeJS.Platform;
  /** Variables passed to WSL. */
  readonly handedOn: readonly string[];
}

/**
 * Finds bash: the system's own, otherwise the first on PATH; on Windows Git's, otherwise that of
 * WSL. Skips relative PATH entries and files inside the workspace, so that no repository can plant
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
      ? say`Install Git for Windows, which includes bash, or install Linux with "wsl --install".`
      : say`Install bash at /bin/bash or on the PATH.`;
  return fail(
    failure('unavailable', say`bash was not found. ${remedy}`, {
      category: 'permanent_failure',
      suggestion: `Ask the user. ${inEnglish(remedy)}`,
    }),
  );
}

/** Candidates for bash, best first. Exported to test other platforms. */
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
  // bash.exe in the system folder starts a Linux machine, where paths differ.
  const onPath = pathFolders(readVariable(env, 'PATH'), path.win32).filter(
    (at) => !at.toLowerCase().startsWith(windows),
  );
  return [...installed, ...onPath].map((at) => gitBash(path.win32.join(at, 'bash.exe')));
}

/** WSL, if Git Bash is missing; undefined elsewhere. */
export function wslCandidate({
  env,
  platform,
  handedOn,
}: Pick<BashSearch, 'env' | 'platform' | 'handedOn'>): Shell | undefined {
  if (platform !== 'win32') return undefined;
  return wslBash(path.win32.join(windowsFolder(env), 'System32', 'wsl.exe'), handedOn);
}

/** wsl.exe is part of Windows; a Linux is not. Exit code 0 means that one is installed. */
async function hasLinux({ file }: Shell): Promise<boolean> {
  try {
    await promisify(execFile)(file, ['--list', '--quiet'], {
      timeout: wslTimeoutMs,
      windowsHide: true,
    });
    return true;
  } catch {
    // Not installed or not responding: bash counts as not found, with a remedy.
    return false;
  }
}

function windowsFolder(env: Environment): string {
  return readVariable(env, 'SYSTEMROOT') ?? 'C:\\Windows';
}
