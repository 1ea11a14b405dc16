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
 * The bash of the Linux beside Windows. Its folder is an argument. Of the environment it gets what
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
 * A call of `shell` that is held until `releaseLine` comes at descriptor 3, and then becomes, as the
 * same process, what it would have been (DESIGN decision 38). Program and text are arguments of the
 * launcher, never part of its text.
 */
export function heldArguments(shell: Shell, text: string, cwd: string): readonly string[] {
  return [...bashArguments, launcher, shell.file, shell.file, ...shell.argumentsFor(text, cwd)];
}
