import { lstat, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isUtf8 } from 'node:buffer';
import { errnoOf } from './errno-failure';

export interface CanonicalPath {
  /** No part of it that exists is a link. */
  readonly real: string;
  readonly exists: boolean;
}

const maxLinks = 40;

/**
 * What a name becomes in a string when its bytes are no UTF-8; such a string names another file.
 */
const replaced = '\uFFFD';

/**
 * Finds what an absolute path really means (000-files-2). A path that does not
 * exist is its nearest existing ancestor's real path and the missing names; dangling links are
 * followed to where they point, so that nothing can be created through one. Where case is ignored
 * the names come back in their true spelling. Rejects with the errno of the file system.
 */
export async function canonicalPath(absolute: string): Promise<CanonicalPath> {
  try {
    return { real: await trueName(absolute), exists: true };
  } catch {
    // What is wrong with it is found again by the walk, which knows where.
    return walk(absolute);
  }
}

/** How far a path that could not be looked at had led: no link is in it but the last name. */
export function reachedBy(error: unknown): string | undefined {
  return error instanceof Error && 'reached' in error && typeof error.reached === 'string'
    ? error.reached
    : undefined;
}

export interface CanonicalEntry extends CanonicalPath {
  /** The same entry as the disk spells its name, where that differs. */
  readonly spelled: string;
}

/**
 * The entry itself: its folder is canonical, its name as asked, a final link is not followed. For
 * what is removed or moved, and for where it goes.
 */
export async function canonicalEntry(absolute: string): Promise<CanonicalEntry> {
  const folder = await canonicalPath(path.dirname(absolute));
  const real = path.join(folder.real, path.basename(absolute));
  return reaching(real, () => entryAt(folder, real));
}

async function entryAt(folder: CanonicalPath, real: string): Promise<CanonicalEntry> {
  const kind = folder.exists ? await kindOf(real) : 'missing';
  if (kind !== 'other') return { real, spelled: real, exists: kind === 'link' };
  const spelled = await trueName(real);
  // Elsewhere when a link was put there in this moment: then there is no other spelling.
  const isHere = path.dirname(spelled) === folder.real;
  return { real, spelled: isHere ? spelled : real, exists: true };
}

/** Follows the path name by name, as the kernel does, until a name is missing. */
async function walk(absolute: string): Promise<CanonicalPath> {
  let at = path.parse(absolute).root;
  let names = namesOf(absolute);
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = name === '..' ? path.dirname(at) : path.join(at, name);
    const target = await reaching(next, () => stepTo(next));
    if (target === 'missing') return reaching(next, () => missing(at, [name, ...names]));
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) throw Object.assign(errnoError('ELOOP'), { reached: next });
    if (path.isAbsolute(target.link)) at = path.parse(target.link).root;
    names = [...namesOf(target.link), ...names];
  }
  const end = at;
  return reaching(end, async () => ({ real: await trueName(end), exists: true }));
}

/** Where a link points; undefined for what is none. */
async function stepTo(next: string): Promise<{ readonly link: string } | 'missing' | undefined> {
  const kind = await kindOf(next);
  if (kind === 'link') return { link: await targetOf(next) };
  return kind === 'missing' ? kind : undefined;
}

/** Says of what goes wrong where it did. */
async function reaching<T>(reached: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { reached });
    throw error;
  }
}

async function missing(parent: string, names: readonly string[]): Promise<CanonicalPath> {
  // Only a link target can hold `..` here; climbing out of a missing folder is no path at all.
  if (names.includes('..')) throw errnoError('ENOENT');
  return { real: path.join(await trueName(parent), ...names), exists: false };
}

async function trueName(existing: string): Promise<string> {
  const real = await realpath(existing);
  if (!real.includes(replaced)) return real;
  return decoded(await realpath(existing, { encoding: 'buffer' }));
}

async function targetOf(link: string): Promise<string> {
  try {
    const target = await readlink(link);
    if (!target.includes(replaced)) return target;
    return decoded(await readlink(link, { encoding: 'buffer' }));
  } catch (error) {
    // No longer a link: the path is being changed while it is resolved.
    throw errnoOf(error) === 'EINVAL' ? errnoError('ENOENT') : error;
  }
}

function decoded(name: Buffer): string {
  if (!isUtf8(name)) throw errnoError('EILSEQ');
  return name.toString('utf8');
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

function errnoError(code: 'ELOOP' | 'ENOENT' | 'EILSEQ'): Error {
  return Object.assign(new Error(code), { code });
}
