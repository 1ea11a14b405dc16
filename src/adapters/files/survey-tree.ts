import path from 'node:path';
import type { BigIntStats } from 'node:fs';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import { inParent, type DiskAccess, type ParentFolder, type GuardedTarget } from './disk-access';
import type { FileEntry, FolderContents, InsideOptions } from '../../core/ports/files';
import {
  kindOf,
  nameText,
  statOrMissing,
  type EntryName,
  type Folder,
  type FolderEntry,
} from './folder';
import { cancelled, changedMeanwhile, deniedBelow, special } from './file-refusals';

/** Entries of one change that are recorded one by one; larger changes cannot be undone. */
export const maxRecordedEntries = 20_000;

export interface SurveyOptions {
  readonly purpose: 'remove' | 'move' | 'copy';
  /** Maximum entries listed; further ones are only counted. */
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

export interface TreeSurvey {
  /** Canonical path of the entry itself. */
  readonly real: string;
  readonly kind: FileEntry['kind'];
  /** The entry and everything below it, parents first, with canonical paths. */
  readonly entries: readonly {
    readonly path: string;
    readonly kind: FileEntry['kind'];
    readonly size: number;
    /** Differs after any change or replacement; compare, never parse. */
    readonly state: string;
  }[];
  /** Number and total bytes of regular files, also beyond `maxEntries`. */
  readonly files: number;
  readonly bytes: number;
  /** False if there are more entries than listed. */
  readonly isWhole: boolean;
}

/**
 * Lists what a removal, move or copy affects; refuses forbidden entries. Rejects with the errno.
 */
export function surveyTree(
  disk: DiskAccess,
  target: GuardedTarget,
  options: SurveyOptions,
): Promise<Result<TreeSurvey>> {
  return inParent(disk, target, (parent) => surveyIn(disk, parent, target, options));
}

/**
 * Why a tree must not be removed or moved: entries added or changed since it was surveyed were not
 * checked, and are in no copy. Rejects with the errno.
 */
export async function changedSince(
  disk: DiskAccess,
  { at, survey }: { readonly at: GuardedTarget; readonly survey: TreeSurvey },
  options: Pick<SurveyOptions, 'purpose' | 'signal'>,
): Promise<Failure | undefined> {
  const now = await surveyTree(disk, at, { ...options, maxEntries: maxRecordedEntries });
  if (!now.ok) return now.failure;
  const states = new Map(survey.entries.map((entry) => [entry.path, entry.state]));
  const other = now.value.entries.find((entry) => states.get(entry.path) !== entry.state);
  return other && changedMeanwhile(disk.show(other.path));
}

/** The paths in a folder, whatever the settings deny: only to judge them. Rejects with the errno. */
export async function listInside(
  disk: DiskAccess,
  target: GuardedTarget,
  { maxEntries, signal }: InsideOptions,
): Promise<Result<FolderContents>> {
  const options = { purpose: 'remove', maxEntries: maxEntries + 1, signal } as const;
  const surveyed = await surveyTree(disk, target, options);
  if (!surveyed.ok) return surveyed;
  const { entries, isWhole } = surveyed.value;
  return succeed({ paths: entries.slice(1).map((entry) => entry.path), isWhole });
}

export async function surveyIn(
  disk: DiskAccess,
  { folder, name }: ParentFolder,
  { resolved: { real }, shown }: GuardedTarget,
  options: SurveyOptions,
): Promise<Result<TreeSurvey>> {
  const stats = await folder.stat(name);
  const found: Found = { entries: [], files: 0, bytes: 0, isWhole: true };
  const walk: Walk = { disk, options, found, shown };
  const refused = await visit(walk, { folder, name, real, stats, isNamed: true });
  if (refused !== undefined) return fail(refused);
  return succeed({ real, kind: kindOf(stats), ...found });
}

interface Found {
  readonly entries: TreeSurvey['entries'][number][];
  files: number;
  bytes: number;
  isWhole: boolean;
}

interface Walk {
  readonly disk: DiskAccess;
  readonly options: SurveyOptions;
  readonly found: Found;
  readonly shown: string;
}

interface Visited {
  readonly folder: Folder;
  readonly name: EntryName;
  readonly real: string;
  readonly stats: BigIntStats;
  /** False if a name in its path is not valid text. */
  readonly isNamed: boolean;
}

async function visit(walk: Walk, visited: Visited): Promise<Failure | undefined> {
  const { disk, options, shown } = walk;
  const { folder, name, real, stats } = visited;
  if (options.signal.aborted) return cancelled(shown);
  const isTaken = options.purpose !== 'remove';
  if (isTaken && !disk.mayRead(real)) return deniedBelow(disk.show(real));
  if (options.purpose === 'copy' && kindOf(stats) === 'other') {
    return special(stats, disk.show(real));
  }
  count(walk, visited);
  if (!stats.isDirectory()) return undefined;
  const below = await folder.openFolder(name);
  try {
    return await visitAll(walk, below, visited);
  } finally {
    await below.close();
  }
}

/** States requested at once. */
const batch = 32;

async function visitAll(walk: Walk, folder: Folder, above: Visited): Promise<Failure | undefined> {
  const entries = [...(await folder.entries())].sort(byName);
  for (let from = 0; from < entries.length; from += batch) {
    const some = entries.slice(from, from + batch);
    const states = await Promise.all(some.map(({ name }) => statOrMissing(folder, name)));
    for (const [at, { name }] of some.entries()) {
      const stats = states[at];
      // Removed since the folder was read.
      if (stats === undefined) continue;
      const real = path.join(above.real, nameText(name));
      const isNamed = above.isNamed && typeof name === 'string';
      const refused = await visit(walk, { folder, name, real, stats, isNamed });
      if (refused !== undefined) return refused;
    }
  }
  return undefined;
}

function count({ options, found }: Walk, { real, stats, isNamed }: Visited): void {
  const size = stats.isFile() ? Number(stats.size) : 0;
  if (stats.isFile()) found.files += 1;
  found.bytes += size;
  if (isNamed && found.entries.length < options.maxEntries) {
    const state = `${String(stats.ino)}:${String(stats.mtimeNs)}:${String(stats.ctimeNs)}`;
    found.entries.push({ path: real, kind: kindOf(stats), size, state });
  } else {
    found.isWhole = false;
  }
}

function byName(a: FolderEntry, b: FolderEntry): number {
  return nameText(a.name) < nameText(b.name) ? -1 : 1;
}
