import { stat } from 'node:fs/promises';
import path from 'node:path';
import { canonicalPath } from '../../adapters/files/canonical-path';
import { isMissing } from '../../adapters/system/errno';
import type { PathStyle } from '../../core/base/paths';

/** A file with an editor. */
export interface ShownFile {
  /** By which it was opened; may lead through links. */
  readonly path: string;
  readonly isDirty: boolean;
}

export interface LocatedFile<T extends ShownFile> {
  readonly file: T;
  /** Real path of the file. */
  readonly real: string;
  /** Path by which it was opened: a different one when that is a link. */
  readonly entry: string;
}

/** Resolves the paths by which files were opened. */
export function located<T extends ShownFile>(files: readonly T[]): Promise<LocatedFile<T>[]> {
  return Promise.all(
    files.map(async (file) => {
      const opened = file.path;
      const [real, folder] = await Promise.all([
        realOr(opened, opened),
        realOr(path.dirname(opened), path.dirname(opened)),
      ]);
      return { file, real, entry: path.join(folder, path.basename(opened)) };
    }),
  );
}

/**
 * Those of the files that a real path means, unsaved ones first. Editors may show many files, so
 * each is only looked at, and just the same file is resolved: another link to it has its own path.
 */
export async function filesAt<T extends ShownFile>(
  files: readonly T[],
  real: string,
  style: PathStyle,
): Promise<T[]> {
  if (files.length === 0) return [];
  const [wanted, ...found] = await Promise.all([real, ...files.map((file) => file.path)].map(idOf));
  const same = files.filter((_, at) => found[at] === wanted || found[at] === undefined);
  const here = (await located(same)).filter((one) => isSamePath(one.real, real, style));
  return here.map(({ file }) => file).sort((a, b) => Number(b.isDirty) - Number(a.isDirty));
}

/** Undefined for a path that cannot be followed. */
async function idOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${String(dev)}:${String(ino)}`;
  } catch (error) {
    return isMissing(error) ? 'missing' : undefined;
  }
}

async function realOr(file: string, fallback: string): Promise<string> {
  try {
    return (await canonicalPath(file)).real;
  } catch {
    // What cannot be followed is known by its name alone.
    return fallback;
  }
}

function isSamePath(a: string, b: string, style: PathStyle): boolean {
  const plain = (text: string): string => {
    const normal = text.normalize();
    return style.caseSensitive ? normal : normal.toLowerCase();
  };
  return plain(a) === plain(b);
}
