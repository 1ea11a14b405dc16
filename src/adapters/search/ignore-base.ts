import { access } from 'node:fs/promises';
import path from 'node:path';
import type { IgnoreBase } from './search-engine';

/**
 * The folder from which ignore files count: the repository's, or the workspace root where there is
 * none. Ignore files above it are somebody else's, such as a `*` in the home folder.
 */
export async function findIgnoreBase(target: string, root: string): Promise<IgnoreBase> {
  for (let folder = target; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, '.git'))) return { folder, isRepository: true };
    if (folder === path.dirname(folder)) return { folder: root, isRepository: false };
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
