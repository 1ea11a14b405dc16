import { constants } from 'node:fs';
import { access, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { ignoreFileNames, maxIgnoreBytes, type IgnoreText } from './ignore-files';
import type { IgnoreBase } from './search-engine';

/**
 * The folder from which ignore files count, and those between it and the target. It is that of the
 * repository, or the root where there is none: ignore files above it are somebody else's, such as a
 * `*` in the home folder.
 */
export async function findIgnoreBase(target: string, root: string): Promise<IgnoreBase> {
  const folder = (await repositoryOf(target)) ?? root;
  return { folder, above: await readIgnoreTexts(folder, target) };
}

/** The ignore files from a folder down to a path below it, outermost first; the path's own left out. */
export async function readIgnoreTexts(base: string, below: string): Promise<readonly IgnoreText[]> {
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
    // Without waiting: a pipe may stand there.
    file = await open(path.join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxIgnoreBytes) return undefined;
    return { folder, name, text: await file.readFile('utf8') };
  } catch {
    // Most folders have none, and one that cannot be read leaves nothing out.
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
    // Missing or not readable: either way no repository that could be read.
    return false;
  }
}
