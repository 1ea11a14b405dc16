import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Environment } from './environment';
import { isUsableProgram, pathFolders, readVariable } from './program-file';

/** A bash and how it is called. */
export interface Shell {
  /** Absolute path of the program. */
  readonly file: string;
  /** Makes it run `text` exactly as given, in `cwd`. */
  argumentsFor(text: string, cwd: string): readonly string[];
  /** The environment that hands `env` on to the command. */
  environmentFor(env: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

// After `--` even a text that begins with a dash is a command and no option of bash.
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
 * The bash of Git for Windows. Without `noglob` its start-up would expand a text like `./a*` to the
 * names of files, and run what they say.
 */
export function gitBash(file: string): Shell {
  return {
    ...posixBash(file),
    environmentFor: (env) => ({ ...env, MSYS: `${env['MSYS'] ?? ''} noglob`.trim() }),
  };
}

/**
 * The bash of the Windows Subsystem for Linux (WSL). Its folder is an argument. Of the environment it gets what
 * WSLENV names: `handedOn`, which is what we set; the rest means something else there.
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

/** Waits at descriptor 3 for a line of ours; without it, it runs nothing. */
const launcher =
  'IFS= read -r -u 3 GATEHOUSE_WORD && [ "$GATEHOUSE_WORD" = run ] && exec 3<&- && exec "$@"; exit 125';

/** What lets a held command run. */
export const releaseLine = 'run\n';

/**
 * A call of `shell` that is held until `releaseLine` comes at descriptor 3, and then becomes, as
 * the same process, what it would have been (decision 38). Program and text are arguments of the
 * launcher, never part of its text.
 */
export function heldArguments(shell: Shell, text: string, cwd: string): readonly string[] {
  return [...bashArguments, launcher, shell.file, shell.file, ...shell.argumentsFor(text, cwd)];
}

/** A first answer of WSL starts a machine. */
const wslTimeoutMs = 10_000;

export interface BashSearch {
  readonly env: Environment;
  /** Canonical; nothing in them is ever run as the shell. */
  readonly roots: readonly string[];
  readonly platform: NodeJS.Platform;
  /** Variables passed to WSL. */
  readonly handedOn: readonly string[];
}

/**
 * Bash: the system's own, else the first on PATH; on Windows Git's, else that of WSL. Relative PATH
 * entries and files that really lie in the workspace are passed over, so that no repository can
 * plant a shell.
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
      ? 'Install Git for Windows, which includes bash, or install Linux with "wsl --install".'
      : 'Install bash at /bin/bash or on the PATH.';
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

/** WSL, where Git Bash is missing; undefined elsewhere. */
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
