import type { ShellPath, ShellWord } from '../../contracts/calls/shell-analysis';
import type { OperandKind, Usage } from './program-table';

/** A path as a word names it, before it is placed in a folder. */
export interface NamedPath {
  readonly text: string;
  readonly access: ShellPath['access'];
  readonly certain: boolean;
  readonly tree?: ShellPath['tree'];
  readonly glob?: string;
}

/** The paths among operands, by what the program takes (decision shell-paths). */
export function operandPaths(kind: OperandKind, usage: Usage): readonly NamedPath[] {
  return finders[kind](usage);
}

const finders: Readonly<Record<OperandKind, (usage: Usage) => readonly NamedPath[]>> = {
  none: () => [],
  read: ({ operands }) => named(operands, 'read'),
  write: ({ operands }) => named(operands, 'write'),
  copy: ({ operands, options }) => [
    ...(options.some(({ name }) => name === '--parents') ? keptBelow(operands) : []),
    ...named(operands.slice(0, -1), 'read'),
    ...named(operands.slice(-1), 'write'),
    ...copiedInto(operands),
  ],
  mode: (usage) => named(behindPattern(usage), 'write'),
  pattern: (usage) => named(behindPattern(usage), 'read'),
  revisions: ({ operands, endedAt = operands.length }) => [
    ...operands
      .slice(0, endedAt)
      .flatMap(({ text }) => [...mayBePath(text), ...fileOfRevision(text)]),
    ...named(operands.slice(endedAt).map(withoutMagic), 'read'),
  ],
  maybe: ({ operands }) => operands.flatMap(({ text }) => mayBePath(text)),
  packages: ({ operands }) => operands.flatMap(({ text }) => packagePath(text)),
};

/** `cp --parents a/b c` writes `c/a/b`. */
function keptBelow(operands: readonly ShellWord[]): readonly NamedPath[] {
  const target = operands.at(-1)?.text ?? '.';
  return operands.slice(0, -1).map(({ text }) => {
    return { text: `${target}/${text}`, access: 'write', certain: true };
  });
}

/** `cp x/.npmrc .` writes `./.npmrc`. */
function copiedInto(operands: readonly ShellWord[]): readonly NamedPath[] {
  const target = operands.at(-1);
  if (target === undefined || isUrl(target.text)) return [];
  return operands.slice(0, -1).flatMap(({ text, known }): readonly NamedPath[] => {
    const name = /([^/]+)\/*$/.exec(text)?.[1];
    if (!known || name === undefined || /^\.{1,2}$/.test(name)) return [];
    return [{ text: `${target.text}/${name}`, access: 'write', certain: true }];
  });
}

/** `:(top).env`, `:/.env` and `:!x` are paths with a mark before them. */
function withoutMagic(word: ShellWord): ShellWord {
  return { ...word, text: word.text.replace(/^:(?:\([^)]*\)|[!^/]*:?)/, '') };
}

/** `HEAD:.env` is a file as it was; a revision may hold colons, too: `HEAD^{/fix: it}:.env`. */
function fileOfRevision(word: string): readonly NamedPath[] {
  if (!word.includes(':') || isUrl(word)) return [];
  const files = word
    .split(':')
    .slice(1, mostColons)
    .map((_, at, rest) => rest.slice(at).join(':'));
  return files
    .map((text) => text.replace(/^[:/]+/, ''))
    .filter((text) => text !== '')
    .map((text) => ({ text, access: 'read', certain: true }));
}

const mostColons = 9;

/** The first operand is the pattern, unless an option brought it. */
function behindPattern({ operands, options }: Usage): readonly ShellWord[] {
  return options.some(({ rule }) => rule?.isPattern === true) ? operands : operands.slice(1);
}

function named(words: readonly ShellWord[], access: ShellPath['access']): readonly NamedPath[] {
  return words
    .filter(({ text }) => text !== '-' && text !== '' && !isUrl(text))
    .flatMap(({ text, known }) => (known ? [{ text }] : computed(text)))
    .map((path) => ({ ...path, access, certain: true }));
}

/** The folder that a computed word begins in, and the glob below; nothing for a variable. */
export function computed(text: string): readonly Pick<NamedPath, 'text' | 'glob'>[] {
  const word = text.replace(/^\$(?:HOME|\{HOME\})(?=\/)/, '~');
  const folder = fixedFolder(word);
  const glob = word.slice(folder.length);
  if (folder === '' && !/^[^$`]*[*?[{]/.test(glob)) return [];
  return [{ text: folder === '' ? '.' : folder, ...(glob !== '' && { glob }) }];
}

function fixedFolder(text: string): string {
  const upTo = text.search(/[$`*?[{\\'"]/);
  return upTo === -1 ? text : text.slice(0, text.lastIndexOf('/', upTo) + 1);
}

/** The paths that a word of an unknown meaning may name, also behind `=`, `@`, `:` or a letter. */
export function mayBePath(word: string): readonly NamedPath[] {
  if (word === '' || word.length > 4096) return [];
  if (plainName.test(word)) {
    const isName = !word.startsWith('-') && word.length <= maxName;
    return isName ? [{ text: word, access: 'read', certain: false }] : [];
  }
  if (isUrl(word)) return [];
  const candidates = word.startsWith('-') ? valuesOf(word) : [word, ...valuesOf(word)];
  return candidates.flatMap(asPath);
}

/** Neither a path of several names, nor a value behind a mark. */
const plainName = /^[\w-]+$/;
const maxName = 255;

function valuesOf(word: string): readonly string[] {
  const equals = word.indexOf('=');
  const ends = new Set([equals, word.lastIndexOf('=')]);
  const value = equals === -1 ? [] : [...ends].map((end) => word.slice(end + 1));
  // `html:/tmp`, `--inject:../x`, `concat:/etc/x`.
  const behind = /^[^/:]*:((?:\.{1,2}\/|\/|~)[^]*)$/.exec(word)?.[1];
  const letter = /^-[A-Za-z](?=[^]*[./])/.test(word) && equals === -1 ? [word.slice(2)] : [];
  const file = word.startsWith('@') ? [word.slice(1)] : [];
  return [
    ...value,
    ...(behind === undefined ? [] : [behind]),
    ...letter,
    ...file,
    ...value.filter((text) => text.startsWith('@')).map((text) => text.slice(1)),
  ];
}

function asPath(text: string): readonly NamedPath[] {
  if (text === '' || text === '-' || isUrl(text)) return [];
  const [place] = /[*?[$`]/.test(text) ? computed(text) : [{ text }];
  if (place === undefined) return [];
  const fixed = place.text;
  const isPath =
    /^(?:\.{0,2}\/|\.\.?$|~)/.test(fixed) || (fixed.includes('/') && !/[\s]/.test(fixed));
  if (!isPath && (/\s/.test(fixed) || fixed.length > maxName)) return [];
  return [{ ...place, access: 'read', certain: isPath }];
}

/** A package is fetched by name; only what looks like a place in the file system is a path. */
function packagePath(word: string): readonly NamedPath[] {
  const text = word.replace(/^(?:file|link|portal):/, '').replace(/^.*@(?:file|link|portal):/, '');
  return /^(?:\.{1,2}(?:\/|$)|\/|~)/.test(text) ? [{ text, access: 'read', certain: true }] : [];
}

function isUrl(text: string): boolean {
  return text.includes('://') && /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text);
}
