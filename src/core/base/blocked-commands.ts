import { pathBaseName } from './paths';
import { say, type Sentence } from './sentence';
import { nameSet } from './text-lines';
import { cachePerPattern } from './wildcard';

/** What the list of blocked commands reads of a command. */
export interface CommandWords {
  /** The words of each sub-command, program first, wherever it is. */
  readonly parts: readonly (readonly string[])[];
  readonly text: string;
  /** False when the parts may not be all of it: then the text is looked into, too. */
  readonly isWhole: boolean;
}

const pieceEnds = /[;|&(){}\n\r]+/;
/** Programs that run another command after them. */
const leading = nameSet(
  'env command builtin exec nice nohup time timeout xargs if then else elif while until do coproc !',
);
const worktrees = '.git/worktrees';

/**
 * The first of the patterns that a command is an instance of, undefined when none is (000-shell-4).
 * One word is a program by its base name, `mkfs` also `mkfs.ext4`; several are the beginning of a
 * command. `rm -rf /` is every spelling of removing what an absolute path or the home folder names.
 */
export function findBlockedCommand(
  { parts, text, isWhole }: CommandWords,
  patterns: readonly string[],
): string | undefined {
  const commands = isWhole ? parts : [...parts, ...roughParts(text)];
  if (text.includes(worktrees) && commands.map(folded).some(isForcedRemoval)) {
    return `rm -rf ${worktrees}`;
  }
  const wanted = patterns.map(wantedBy).filter(({ name }) => name !== '');
  const named = commands.flatMap((words) => {
    const base = pathBaseName((words[0] ?? '').toLowerCase());
    const isNamed = wanted.some(({ name }) => base.startsWith(name));
    return isNamed ? [{ words: folded(words), base }] : [];
  });
  return wanted.find((one) => named.some((command) => isInstance(command, one)))?.pattern;
}

interface NamedCommand {
  readonly words: readonly string[];
  readonly base: string;
}

interface Wanted {
  readonly pattern: string;
  readonly name: string;
  readonly rest: string;
}

const wantedBy = cachePerPattern((pattern): Wanted => {
  const [name = '', ...rest] = folded(pattern.trim().split(/\s+/));
  return { pattern, name, rest: rest.join(' ') };
});

function folded(words: readonly string[]): readonly string[] {
  return words.map((word) => word.toLowerCase());
}

/** Ignores quotes: a false match is better than a missed one. */
function roughParts(text: string): readonly (readonly string[])[] {
  const joined = text.replace(/\\\r?\n/g, '').replace(/["'\\]/g, '');
  return joined.split(pieceEnds).flatMap((piece) => {
    const words = piece.split(/\s+/).filter((word) => word !== '');
    const first = words.findIndex(
      (word) => !leading.has(pathBaseName(word)) && !/^\w+=/.test(word),
    );
    return first === -1 ? [] : [words.slice(first)];
  });
}

function isInstance({ words, base }: NamedCommand, { name, rest }: Wanted): boolean {
  if (!base.startsWith(name)) return false;
  if (rest === '') return base === name || base.charAt(name.length) === '.';
  if (base !== name) return false;
  const others = words.slice(1);
  if (name === 'rm' && rest === '-rf /') return isForcedRemoval(words) && others.some(isSweeping);
  if (name === 'dd' && rest === 'if=') return others.some((word) => word.startsWith('if='));
  return others.join(' ').startsWith(rest);
}

/** `rm` with both flags, in any bundling, order or long form, abbreviated too. */
function isForcedRemoval([program = '', ...others]: readonly string[]): boolean {
  const options = others.filter((word) => word.startsWith('-'));
  const has = (letter: string, long: string): boolean =>
    options.some((word) =>
      word.startsWith('--') ? word.length > 3 && long.startsWith(word) : word.includes(letter),
    );
  return pathBaseName(program) === 'rm' && has('r', '--recursive') && has('f', '--force');
}

function isSweeping(word: string): boolean {
  return /^[/~]/.test(word) || word.startsWith('--no-preserve');
}

const marks: readonly (readonly [RegExp, Sentence])[] = [
  [/\$\(|`/, say`it may contain a command substitution`],
  [/[<>]\(/, say`it may contain a process substitution`],
  [/<<</, say`it may contain a here-string`],
  [
    /(?:^|[;&|(){}\n]|\b(?:command|builtin|then|do|else|time)\s)\s*\\?(?:eval|source|\.|exec|trap|alias|enable)(?=\s|$)/,
    say`it may contain a builtin that runs other text`,
  ],
];

/**
 * Blocklist entries that a text seems to hold, by its marks alone (000-shell-3: `$(...)`, `<<<`,
 * dangerous builtins). For when there is no grammar; quotes are not understood: better one too
 * many.
 */
export function markedConstruct(command: string): Sentence | undefined {
  return marks.find(([mark]) => mark.test(command))?.[1];
}
