import { pathBaseName } from './paths';
import { nameSet } from './text-lines';

const plainWords = /^[\w./:=@,+%-]+(?: [\w./:=@,+%-]+)*$/;

/**
 * True for a command of nothing but words and single spaces: no quote, variable, glob, operator,
 * redirection, assignment or line break, so that the text is the whole of what runs.
 */
export function isPlainCommand(command: string): boolean {
  return command.length <= 1000 && plainWords.test(command) && !programWord(command).includes('=');
}

/** The first word of a command or of a pattern for commands. */
export function programWord(command: string): string {
  return command.split(' ', 1)[0] ?? '';
}

/** Where a shell may begin a command. Quotes are not understood: better a piece too many. */
const separators = /[;&|()`{}\n\r]+/;
/** Text allowed before the command's first word: keywords and redirections. */
const leading =
  /^(?:(?:if|then|elif|else|while|until|do|time|coproc|!) |\d{0,9}[<>]{1,2}[&|]? ?[^\s<>]+ )+/;
/** The folder of a program that is named by its path. */
const folder = /^[^\s]*\/(?=[^\s/])/;

/**
 * The texts in which a deny or ask rule looks for a command: the whole, the whole with plain
 * blanks, and the text between operators, as it is, without quotes, and with the program's bare
 * name. It errs on the side of too many.
 */
export function commandPieces(command: string): readonly string[] {
  // A backslash before a line break joins two lines (decision shell-joined-lines).
  const joined = command.replace(/\\\r?\n/g, '');
  const pieces = [joined, ...joined.split(separators)].map(withPlainBlanks);
  const bare = pieces.map((piece) => piece.replace(leading, ''));
  const unquoted = bare.map((piece) => piece.replace(/["'\\]/g, ''));
  const named = unquoted.map((piece) => piece.replace(folder, ''));
  const all = new Set([command, ...pieces, ...bare, ...unquoted, ...named]);
  return [...all].filter((piece) => piece !== '');
}

function withPlainBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Programs that take their instructions from the folder they run in. */
const folderPrograms =
  nameSet(`npm npx pnpm yarn yarnpkg bun bunx deno node tsx ts-node python python3 ruby perl php make gmake
  just task rake rails cargo go cmake ctest ninja meson mvn mvnw gradle gradlew ant sbt dotnet swift mix
  jest vitest mocha ava nyc c8 cypress playwright pytest tox nox rspec phpunit behave coverage eslint
  prettier stylelint biome tsc vite webpack rollup bundle composer poetry uv pipenv pdm hatch rye pixi
  docker docker-compose podman terraform tofu pulumi ansible-playbook bazel nx turbo lerna rush
  pre-commit lefthook bash sh zsh dash ksh flutter dart zig stack cabal lein invoke fab gulp grunt`);

/** True for a program that does in another folder what that folder says; also for `./run.sh`. */
export function obeysItsFolder(program: string): boolean {
  return (
    folderPrograms.has(pathBaseName(program)) ||
    (/^\.{0,2}[^/]*\/[^/]/.test(program) && !program.startsWith('/'))
  );
}

interface HarmlessVerb {
  /** Program and verb, in the spelling that runs. */
  readonly words: string;
  /** Why no argument makes it write a file, run a program or show the content of one. */
  readonly because: string;
}

/**
 * Commands that stay harmless with any further words. Most do not: `git log --output=file` writes,
 * `go vet -vettool=x` runs x, and `git branch x` makes a branch.
 */
const harmlessVerbs: readonly HarmlessVerb[] = [
  { words: 'git status', because: 'its options choose what of the changes it lists, and how' },
  { words: 'git ls-files', because: 'lists names; a file it is given holds patterns only' },
  { words: 'git rev-parse', because: 'prints names of revisions and places of the repository' },
  { words: 'git describe', because: 'names a revision by its tags' },
  { words: 'git merge-base', because: 'names the revisions where histories meet' },
  { words: 'git show-ref', because: 'lists names and revisions of branches and tags' },
  { words: 'git check-ignore', because: 'lists which of the given names are ignored' },
  { words: 'git count-objects', because: 'counts what the repository holds' },
];

const harmlessWords: ReadonlySet<string> = new Set(harmlessVerbs.map(({ words }) => words));

/**
 * Program and verb of a plain command, `git status`, where no further argument makes it do more
 * than that; undefined for every other command, for which only the exact text may be allowed.
 */
export function programAndVerb(command: string): string | undefined {
  if (!isPlainCommand(command)) return undefined;
  const words = command.split(' ', 2).join(' ');
  return harmlessWords.has(words) ? words : undefined;
}

/** Interpreters, shells and package runners: what follows is a program of its own. */
const runners = nameSet(
  `bash sh zsh dash ksh fish python python2 python3 node nodejs deno ruby perl php lua Rscript
  npx bunx pnpx uvx pipx`,
);
const runningVerbs = /^(?:npm (?:exec|x)|pnpm (?:dlx|exec)|yarn dlx|bun x|go run|cargo run) /;

/**
 * True for a command that "Always allow" must not save: it may run anything (decision
 * always-offers).
 */
export function runsAnything(command: string): boolean {
  return runners.has(pathBaseName(programWord(command))) || runningVerbs.test(`${command} `);
}
