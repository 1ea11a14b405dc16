import { lstat, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from './errno-failure';

export interface CanonicalPath {
  /** No part of it that exists is a link. */
  readonly real: string;
  readonly exists: boolean;
}

const maxLinks = 40;

/**
 * Finds what an absolute path really means (000: never skip canonicalization). A path that does not
 * exist is its nearest existing ancestor's real path and the missing names; dangling links are
 * followed to where they point, so that nothing can be created through one. Where case is ignored
 * the names come back in their true spelling. Rejects with the errno of the file system.
 */
export async function canonicalPath(absolute: string): Promise<CanonicalPath> {
  try {
    return { real: await realpath(absolute), exists: true };
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return walk(absolute);
  }
}

/** Follows the path name by name, as the kernel does, until a name is missing. */
async function walk(absolute: string): Promise<CanonicalPath> {
  let at = path.parse(absolute).root;
  let names = namesOf(absolute);
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = name === '..' ? path.dirname(at) : path.join(at, name);
    const kind = await kindOf(next);
    if (kind === 'missing') return missing(at, [name, ...names]);
    if (kind === 'other') {
      at = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) throw errnoError('ELOOP');
    const target = await readlink(next);
    if (path.isAbsolute(target)) at = path.parse(target).root;
    names = [...namesOf(target), ...names];
  }
  return { real: await realpath(at), exists: true };
}

async function missing(parent: string, names: readonly string[]): Promise<CanonicalPath> {
  // Only a link target can hold `..` here; climbing out of a missing folder is no path at all.
  if (names.includes('..')) throw errnoError('ENOENT');
  return { real: path.join(await realpath(parent), ...names), exists: false };
}

async function kindOf(file: string): Promise<'link' | 'other' | 'missing'> {
  try {
    return (await lstat(file)).isSymbolicLink() ? 'link' : 'other';
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 'missing';
    throw error;
  }
}

function namesOf(text: string): string[] {
  return text
    .slice(path.parse(text).root.length)
    .split(path.sep)
    .filter((name) => name !== '' && name !== '.');
}

function errnoError(code: 'ELOOP' | 'ENOENT'): Error {
  return Object.assign(new Error(code), { code });
}
