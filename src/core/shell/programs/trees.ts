import { namesIn } from '../../base/text-lines';
import type { ShellPath, ShellWord } from '../../contracts/calls/shell-analysis';
import { computed, type NamedPath } from './operand-paths';
import type { Usage } from './program-table';

type Tree = NonNullable<ShellPath['tree']>;

type TreeFinder = (usage: Usage) => readonly NamedPath[];

/** The folders of which a command reads or copies everything, not only the names. */
export function treePaths(usage: Usage, isUnknown: boolean): readonly NamedPath[] {
  const { name, operands } = usage;
  const blank = name.indexOf(' ');
  const finder = finders.get(name) ?? finders.get(blank === -1 ? name : name.slice(0, blank));
  if (finder !== undefined) return finder(usage);
  if (!isUnknown) return [];
  const taken = operands.filter(({ text }) => !packs.test(text));
  // A verb alone packs the folder it is in: `vsce package`.
  if (taken.length < operands.length) return trees(orHere(taken), 'all');
  return packs.test(name) ? trees(operands, 'all') : [];
}

/** Names and verbs by which programs take a whole folder along. */
const packs = /^(?:create|pack|package|send|put)$|backup|archive|sync(?!-)|upload|duplic|unison/;

/** Everything below the chosen words where an option says so. */
function whenOption(pattern: RegExp, tree: Tree, choose: (usage: Usage) => readonly ShellWord[]) {
  return (usage: Usage) => trees(has(usage, pattern) ? choose(usage) : [], tree);
}

const always: TreeFinder = ({ operands }) => trees(operands, 'all');
const wholeFolder: TreeFinder = () => trees([here], 'all');
const packed: TreeFinder = ({ operands }) => trees(operands.slice(1), 'all');
const grepped: TreeFinder = (usage) => trees(recurses(usage) ? behind(usage) : [], 'all');
const found = whenOption(/^-(?:exec|execdir|ok|okdir)$/, 'all', ({ operands }) => orHere(operands));
const archived = whenOption(
  /^-[cruA]$|^--(?:create|append|update)$/,
  'all',
  (usage) => usage.operands,
);
const compared = whenOption(/^-r$|^--recursive$/, 'all', (usage) => usage.operands);
const copied = whenOption(/^-[aRr]$|^--(?:archive|recursive)$/, 'copy', ({ operands }) =>
  operands.slice(0, -1),
);

/** By program, or by program and verb; names with blanks between programs, `_` before a verb. */
const finders: ReadonlyMap<string, TreeFinder> = new Map(
  (
    [
      ['grep egrep fgrep ggrep zgrep bzgrep xzgrep', grepped],
      // They leave hidden files out unless an option adds them.
      ['rg ripgrep ugrep ug ag ack', searched],
      ['git_grep', whenOption(/^--(?:no-index|untracked)$/, 'all', behind)],
      ['find gfind', found],
      ['tar gtar bsdtar', archived],
      ['cp gcp rsync scp ditto install', copied],
      ['zip 7z 7za 7zz rar', packed],
      ['diff colordiff', compared],
      ['npm_pack pnpm_pack yarn_pack cargo_package uv_build poetry_build hatch_build', wholeFolder],
      ['ctags etags', whenOption(/^-R$|^--recurse$/, 'all', ({ operands }) => orHere(operands))],
      ['docker_build podman_build nerdctl_build', always],
    ] as const
  ).flatMap(([names, finder]) => namesIn(names).map((name) => [name.replace('_', ' '), finder])),
);

const here: ShellWord = { text: '.', known: true };

function has({ options }: Usage, pattern: RegExp): boolean {
  return options.some(({ name }) => pattern.test(name));
}

function recurses(usage: Usage): boolean {
  const isChosen = usage.options.some(
    ({ name, value }) => /^(?:-d|--directories)$/.test(name) && value?.text === 'recurse',
  );
  return isChosen || has(usage, /^-[rR]$|^--(?:dereference-)?recursive$/);
}

function searched(usage: Usage): readonly NamedPath[] {
  if (has(usage, /^--(?:files|type-list)$/)) return [];
  const isAll = has(usage, /^-[.u]$|^--(?:hidden|unrestricted|no-ignore\S*)$/);
  return trees(behind(usage), isAll ? 'all' : 'shown');
}

/** What comes behind the pattern; without it the folder the command runs in. */
function behind({ operands, options }: Usage): readonly ShellWord[] {
  const isGiven = options.some(({ rule }) => rule?.isPattern === true);
  return orHere(isGiven ? operands : operands.slice(1));
}

function orHere(words: readonly ShellWord[]): readonly ShellWord[] {
  const folders = words.filter(({ text }) => !/^[-(!]/.test(text));
  return folders.length === 0 ? [here] : folders;
}

function trees(words: readonly ShellWord[], tree: Tree): readonly NamedPath[] {
  return words
    .filter(({ text }) => text !== '' && !/^[^/]*:/.test(text))
    .flatMap(({ known, text }) => (known ? [{ text }] : computed(text)))
    .map((path) => ({ ...path, access: 'read', certain: true, tree }));
}
