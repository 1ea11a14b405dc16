import path from 'node:path';
import { constants } from 'node:fs';
import { access, open, type FileHandle } from 'node:fs/promises';

/** In order of precedence, whatever folder they are in, as in ripgrep. */
const ignoreFileNames = ['.rgignore', '.ignore', '.gitignore'] as const;

/** The text of an ignore file and its location. */
interface IgnoreText {
  readonly folder: string;
  readonly name: (typeof ignoreFileNames)[number];
  readonly text: string;
}

/** Longer than any real ignore file; a longer one is ignored. */
const maxIgnoreBytes = 128 * 1024;

/** The start of ignore files. */
export interface IgnoreBase {
  /** The repository of the target, otherwise the root; ignore files above it do not count. */
  readonly folder: string;
  /** The ignore files from there down to the target, without the target's own. */
  readonly above: readonly IgnoreText[];
}

/**
 * The folder from which ignore files count, and the files between it and the target. It is the
 * folder of the repository, or the root if there is none: ignore files above belong to others, such
 * as a `*` in the home folder.
 */
export async function findIgnoreBase(target: string, root: string): Promise<IgnoreBase> {
  const folder = (await repositoryOf(target)) ?? root;
  return { folder, above: await readIgnoreTexts(folder, target) };
}

/**
 * The ignore files from a folder down to a path below it, outermost first, without the path's own.
 */
async function readIgnoreTexts(base: string, below: string): Promise<readonly IgnoreText[]> {
  const texts = foldersBetween(base, below).flatMap((folder) =>
    ignoreFileNames.map((name) => readIgnoreText(folder, name)),
  );
  return (await Promise.all(texts)).filter((text) => text !== undefined);
}

async function repositoryOf(target: string): Promise<string | undefined> {
  for (let folder = target; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function foldersBetween(base: string, below: string): readonly string[] {
  const names = path.relative(base, below).split(path.sep);
  if (names[0] === '' || names[0] === '..') return [];
  return names.map((_, count) => path.join(base, ...names.slice(0, count)));
}

async function readIgnoreText(
  folder: string,
  name: IgnoreText['name'],
): Promise<IgnoreText | undefined> {
  let file: FileHandle | undefined;
  try {
    // Do not block: it may be a pipe.
    file = await open(path.join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxIgnoreBytes) return undefined;
    return { folder, name, text: await file.readFile('utf8') };
  } catch {
    // Most folders have none, and an unreadable one excludes nothing.
    return undefined;
  } finally {
    await file?.close();
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    // Missing or unreadable: not a repository.
    return false;
  }
}

/** The rules of ignore files above the target, relative to the base; later rules take precedence. */
export function rulesFrom({ folder, above }: IgnoreBase): readonly string[] {
  return ignoreFileNames.toReversed().flatMap((name) =>
    above
      .filter((text) => text.name === name)
      .flatMap((text) => {
        const place = path.relative(folder, text.folder).split(path.sep).join('/');
        return rebase(text, place === '' ? '' : `${escapeGlob(place)}/`);
      }),
  );
}

/** The rules of an ignore file, without trailing blanks. */
function ruleLines(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/(?<!\\)\s+$/, ''))
    .filter((line) => !/^(?:#.*|!?\/?)$/s.test(line));
}

function rebase({ text }: IgnoreText, place: string): readonly string[] {
  return ruleLines(text).map((line) => {
    const keeps = line.startsWith('!');
    const pattern = keeps ? line.slice(1) : line;
    const isAnchored = pattern.slice(0, -1).includes('/');
    const body = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
    return `${keeps ? '!' : ''}/${place}${body}`;
  });
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}!#]/g, '\\$&');
}
