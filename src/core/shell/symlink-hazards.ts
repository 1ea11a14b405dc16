import { say } from '../base/sentence';
import { nameSet } from '../base/text-lines';
import type { ShellPart, ShellWord } from '../contracts/calls/shell-analysis';
import { baseName } from './command/words';

const linkers = nameSet('ln link mv rsync ditto stow mklink');
const unpackers = nameSet(
  'tar gtar bsdtar unzip cpio pax 7z 7za 7zz unrar rar patch dpkg rpm ar git hg svn jj',
);

/** Verbs that bring unknown files into the folder. */
const bringing =
  nameSet(`am apply bisect checkout cherry-pick clone co merge mv pull rebase reset restore revert stash
  submodule switch up update worktree checkout-index read-tree filter-branch`);
const repositories = new Set(['git', 'hg', 'svn', 'jj']);

/** What runs later, again or at the same time is no later in the text. */
const isUnordered = /\b(?:for|while|until|select|function)\b|\(\s*\)|[|&](?![|&])/;

/**
 * Where a path leads was looked up before the line runs: once a command of it makes links, unpacks
 * or checks out what may hold them, no later path is sure any more (decision shell-redirections).
 */
export function addSymlinkHazards(parts: readonly ShellPart[], text: string): readonly ShellPart[] {
  const first = parts.findIndex(mayMakeLinks);
  if (first === -1) return parts;
  const from = isUnordered.test(text) ? 0 : first + 1;
  // What git brings is seldom a link; then a word that only may be a path is none.
  const all = parts.some(placesLinks);
  return parts.map((part, at) => {
    const isNamed = part.paths.some(({ certain }) => certain || all);
    if (at < from || !isNamed || part === parts[first]) return part;
    const name = part.words[0]?.text ?? part.raw;
    const reason = say`${name} names a path in a line that may have put a link there`;
    return { ...part, hazards: [...part.hazards, { reason }] };
  });
}

function placesLinks({ words: [program, ...rest] }: ShellPart): boolean {
  const name = nameOf(program);
  if (linkers.has(name)) return true;
  return (name === 'cp' || name === 'gcp') && rest.some(({ text }) => copiesLinks(text));
}

function mayMakeLinks(part: ShellPart): boolean {
  const [program, ...rest] = part.words;
  const name = nameOf(program);
  if (!unpackers.has(name)) return placesLinks(part);
  return !repositories.has(name) || rest.some(({ text }) => bringing.has(text));
}

function nameOf(program: ShellWord | undefined): string {
  return program === undefined ? '' : baseName(program.text).toLowerCase();
}

/** Links themselves, or whole folders with those that are in them. */
function copiesLinks(word: string): boolean {
  return /^-(?!-).*[aRrdPsl]|^--(?:arc|rec|no-d|sy|li|pres)/.test(word);
}
