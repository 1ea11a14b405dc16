/** Script or program that npm, yarn, pnpm, bun, npx or node runs. */
export interface PackageCommand {
  /** `script`: of the project's manifest. `program`: of a package, or by itself. */
  readonly kind: 'script' | 'program';
  readonly name: string;
  readonly rest: readonly string[];
}

type Words = readonly string[];

/** Scripts that have a verb of their own. */
const shortScripts = new Set(['test', 't', 'tst', 'start', 'stop', 'restart']);

interface Manager {
  /** Verbs followed by a script. */
  readonly run: RegExp;
  /** Verbs followed by a program. */
  readonly exec: RegExp;
  /** Verbs of its own; any other word is a script, or a program where there is none. */
  readonly own: RegExp | undefined;
}

const managers: Readonly<Record<string, Manager>> = {
  npm: { run: /^(?:run|run-script|rum|urn)$/, exec: /^(?:exec|x)$/, own: undefined },
  yarn: {
    run: /^run$/,
    exec: /^(?:exec|dlx)$/,
    own: /^(?:add|audit|autoclean|bin|cache|config|constraints|create|dedupe|explain|generate-lock-entry|global|help|import|info|init|install|licenses|link|list|login|logout|node|npm|outdated|owner|pack|patch|patch-commit|plugin|policies|publish|rebuild|remove|search|self-update|set|stage|tag|team|unlink|unplug|up|upgrade|upgrade-interactive|version|versions|why)$/,
  },
  pnpm: {
    run: /^(?:run|run-script)$/,
    exec: /^(?:exec|dlx)$/,
    own: /^(?:add|approve-builds|audit|bin|c|cache|cat-file|cat-index|ci|config|create|dedupe|deploy|doctor|env|fetch|find-hash|i|import|info|init|install|install-test|it|licenses|link|list|ln|login|logout|ls|outdated|pack|patch|patch-commit|patch-remove|prune|publish|rb|rebuild|remove|rm|root|self-update|server|setup|store|un|uninstall|unlink|up|update|upgrade|version|view|whoami|why)$/,
  },
  bun: {
    run: /^run$/,
    exec: /^(?:x|exec)$/,
    own: /^(?:a|add|audit|build|c|ci|create|i|info|init|install|link|outdated|patch|pm|publish|remove|repl|rm|test|unlink|update|upgrade|why)$/,
  },
};

/** Options of managers and launchers that take a word. */
const takesWord =
  /^(?:-C|-F|-w|-p|--prefix|--workspace|--filter|--dir|--cwd|--package|--loglevel|--from|--include|--exclude|--since|-j|--jobs|--concurrency|--workspace-concurrency)$/;

/** Undefined for anything else, or a verb of the manager itself. */
export function readPackageCommand(command: string): PackageCommand | undefined {
  const [program = '', ...rest] = command.split(' ').filter((word) => word !== '');
  if (/^(?:npx|bunx|pnpx)$/.test(program)) return asProgram(skipOptions(rest));
  if (program === 'node' || program === 'tsx') return { kind: 'program', name: program, rest };
  const manager = Object.hasOwn(managers, program) ? managers[program] : undefined;
  return manager === undefined ? asProgram([program, ...rest]) : readManaged(manager, rest);
}

function readManaged(manager: Manager, words: Words): PackageCommand | undefined {
  const [verb, ...rest] = skipWorkspaceWords(skipOptions(words));
  if (verb === undefined) return undefined;
  if (manager.run.test(verb)) return asScript(skipOptions(rest));
  if (manager.exec.test(verb)) return asProgram(skipOptions(rest));
  if (manager.own?.test(verb) === true) return undefined;
  if (manager.own === undefined && !shortScripts.has(verb)) return undefined;
  return asScript([/^(?:t|tst)$/.test(verb) ? 'test' : verb, ...rest]);
}

function asScript([name, ...rest]: Words): PackageCommand | undefined {
  return name === undefined ? undefined : { kind: 'script', name, rest };
}

function asProgram([path, ...rest]: Words): PackageCommand | undefined {
  if (path === undefined) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/(?!^)@[^/]*$/, '');
  return { kind: 'program', name, rest };
}

/** Behind the options in front. */
export function skipOptions(words: Words): Words {
  let at = 0;
  for (;;) {
    const word = words[at];
    if (word?.startsWith('-') !== true) return words.slice(at);
    if (word === '--') return words.slice(at + 1);
    at += takesWord.test(word) ? 2 : 1;
  }
}

/** `yarn workspace web build` and `pnpm recursive run build` name where it runs first. */
function skipWorkspaceWords([first, ...rest]: Words): Words {
  if (first === 'workspace') return skipOptions(rest.slice(1));
  if (first === 'workspaces') return skipOptions(rest[0] === 'foreach' ? rest.slice(1) : rest);
  if (first === 'recursive' || first === 'multi' || first === 'm') return skipOptions(rest);
  return first === undefined ? [] : [first, ...rest];
}
