import { pathBaseName } from './last-name';
import { isPlainCommand, programWord } from './plain-command';

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
const runners: ReadonlySet<string> = new Set(
  'bash sh zsh dash ksh fish python python2 python3 node nodejs deno ruby perl php lua Rscript npx bunx pnpx uvx pipx'.split(
    ' ',
  ),
);
const runningVerbs = /^(?:npm (?:exec|x)|pnpm (?:dlx|exec)|yarn dlx|bun x|go run|cargo run) /;

/** True for a command that "Always allow" must not save: it may run anything (security 3.2). */
export function runsAnything(command: string): boolean {
  return runners.has(pathBaseName(programWord(command))) || runningVerbs.test(`${command} `);
}
