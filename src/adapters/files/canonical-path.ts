import fs from 'node:fs';
import { readlink, realpath as realpathAs } from 'node:fs/promises';
import path from 'node:path';
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { errnoOf, isMissing } from '../system/errno';

export interface CanonicalPath {
  /** The path with all links resolved. */
  readonly real: string;
  readonly exists: boolean;
}

// Every call looks at the disk, and these take a third less of the processor than fs/promises.
const lstat = promisify((at: string, done: Done<fs.Stats>) => fs.lstat(at, done));
const realpath = promisify((at: string, done: Done<string>) => fs.realpath.native(at, done));

type Done<T> = (error: Error | null, value: T) => void;

const maxLinks = 40;

/** Replaces bytes that are not UTF-8; the resulting string names another file. */
const replaced = '\uFFFD';

/**
 * Resolves what an absolute path refers to (000-files-2). A missing path is the real path of its
 * nearest existing parent plus the missing names; dangling links are followed to their target, so
 * that nothing can be created through one. On a case-insensitive disk, names get their true
 * spelling. Rejects with the errno of the file system. `from` is a folder by its real path that
 * the path begins with: most words of a command name nothing in it, which one look shows.
 */
export async function canonicalPath(absolute: string, from?: string): Promise<CanonicalPath> {
  if (from !== undefined && absolute === `${from}${path.sep}.`) {
    return { real: from, exists: true };
  }
  if (from !== undefined && (await isMissingIn(from, absolute))) {
    return { real: absolute, exists: false };
  }
  try {
    return { real: await trueName(absolute), exists: true };
  } catch {
    // The walk finds the same error again and knows its position.
    const climbs = from !== undefined && namesOf(absolute.slice(from.length)).includes('..');
    return walk(absolute, climbs ? undefined : from);
  }
}

/** Slow answers in a row, by folder: what waits for a slow disk must not block. */
const slowAnswers = new Map<string, number>();
const slowMs = 2;
/** One may be another program that had the processor. */
const maxSlow = 3;

/** True for a plain path whose first name in the folder is missing, even as a link. */
async function isMissingIn(folder: string, absolute: string): Promise<boolean> {
  const [name, ...below] = absolute.slice(folder.length + 1).split(path.sep);
  // With a slash behind it, a link would be followed.
  if (name === undefined || path.join(folder, name, ...below) !== absolute) return false;
  if (name === '' || absolute.endsWith(path.sep)) return false;
  try {
    const slow = slowAnswers.get(folder) ?? 0;
    const first = path.join(folder, name);
    if (slow === maxSlow) return (await kindOf(first)) === 'missing';
    // The folder was resolved just before; waiting for a thread costs ten times this look.
    const began = performance.now();
    const found = fs.lstatSync(first, { throwIfNoEntry: false });
    if (performance.now() - began > slowMs) slowAnswers.set(folder, slow + 1);
    else if (slow > 0) slowAnswers.delete(folder);
    return found === undefined;
  } catch {
    return false;
  }
}

/** The part of a failed path that was resolved: it contains no link except its last name. */
export function reachedBy(error: unknown): string | undefined {
  return error instanceof Error && 'reached' in error && typeof error.reached === 'string'
    ? error.reached
    : undefined;
}

export interface CanonicalEntry extends CanonicalPath {
  /** The entry's name as the disk spells it, if different. */
  readonly spelled: string;
}

/**
 * The entry itself: its folder is canonical, its name as requested, and a final link is not
 * followed. For entries that are removed or moved, and for destinations.
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
  // If a link was just put there, the path differs and there is no other spelling.
  const isHere = path.dirname(spelled) === folder.real;
  return { real, spelled: isHere ? spelled : real, exists: true };
}

/** Follows the path name by name, like the kernel, until a name is missing. */
async function walk(absolute: string, from?: string): Promise<CanonicalPath> {
  let at = from ?? path.parse(absolute).root;
  let names = namesOf(absolute.slice(at.length));
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = name === '..' ? path.dirname(at) : path.join(at, name);
    const target = await reaching(next, () => stepTo(next));
    if (target === 'missing') {
      const parent = at;
      return reaching(next, () => missing(parent, [name, ...names], from));
    }
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) throw Object.assign(errnoError('ELOOP'), { reached: next });
    const { root } = path.parse(target.link);
    if (path.isAbsolute(target.link)) at = root;
    names = [...namesOf(target.link.slice(root.length)), ...names];
  }
  const end = at;
  return reaching(end, async () => ({ real: await trueName(end), exists: true }));
}

/** The target of a link; undefined for anything else. */
async function stepTo(next: string): Promise<{ readonly link: string } | 'missing' | undefined> {
  const kind = await kindOf(next);
  if (kind === 'link') return { link: await targetOf(next) };
  return kind === 'missing' ? kind : undefined;
}

/** Adds the resolved part to an error. */
async function reaching<T>(reached: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { reached });
    throw error;
  }
}

async function missing(
  parent: string,
  names: readonly string[],
  from: string | undefined,
): Promise<CanonicalPath> {
  // Only a link target can contain `..` here; it cannot leave a missing folder.
  if (names.includes('..')) throw errnoError('ENOENT');
  const real = parent === from ? from : await trueName(parent);
  return { real: path.join(real, ...names), exists: false };
}

async function trueName(existing: string): Promise<string> {
  const real = await realpath(existing);
  if (!real.includes(replaced)) return real;
  return decoded(await realpathAs(existing, { encoding: 'buffer' }));
}

async function targetOf(link: string): Promise<string> {
  try {
    const target = await readlink(link);
    if (!target.includes(replaced)) return target;
    return decoded(await readlink(link, { encoding: 'buffer' }));
  } catch (error) {
    // No longer a link: the path changed while it was being resolved.
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
    if (isMissing(error)) return 'missing';
    throw error;
  }
}

function namesOf(text: string): string[] {
  return text.split(path.sep).filter((name) => name !== '' && name !== '.');
}

function errnoError(code: 'ELOOP' | 'ENOENT' | 'EILSEQ'): Error {
  return Object.assign(new Error(code), { code });
}
