import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { relativeInside } from '../../core/base/paths';
import type { PathState } from '../../core/contracts/file-changes';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import {
  inParent,
  type DiskAccess,
  type ParentFolder,
  type GuardedTarget,
  inMadeParent,
} from './disk-access';
import { kindOf, statOrMissing, removeTree } from './folder';
import { pathStateOf } from './path-state';
import {
  alreadyThere,
  cancelled,
  insideItself,
  sameEntry,
  special,
  swapped,
  vanished,
  partLeft,
} from './file-refusals';
import { surveyIn } from './survey-tree';
import { lateRefusal, replaceRefusal, temporaryName, viaTemporaryIn } from './write-file';
import { copyTree } from './copy-tree';
import { errnoOf } from '../system/errno';

export interface MovedEntry {
  readonly from: string;
  readonly to: string;
  /** The former state of the destination, without bytes. */
  readonly replaced: PathState;
}

export interface TransferOptions {
  readonly purpose: 'move' | 'copy';
  /** False if the destination must not exist. */
  readonly mayReplace: boolean;
  readonly signal: AbortSignal;
}

/** Source and destination, each by its own entry. */
export interface Ends {
  readonly from: GuardedTarget;
  readonly to: GuardedTarget;
}

/** A permitted move or copy, with both folders open. */
interface Transfer extends Ends {
  readonly source: ParentFolder;
  readonly destination: ParentFolder;
  readonly stats: BigIntStats;
  /** State of the file to be replaced. */
  readonly old: BigIntStats | undefined;
  readonly replaced: PathState;
  /** A last check: why it must not be done. */
  readonly refuse: () => Promise<Failure | undefined>;
}

/**
 * Checks all conditions of a move or copy before anything changes: nothing goes into itself, a
 * folder neither replaces nor is replaced, and no part is forbidden. Rejects with the errno.
 */
async function withTransfer<T>(
  disk: DiskAccess,
  ends: Ends,
  options: TransferOptions,
  act: (transfer: Transfer) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { from, to } = ends;
  const refused = placeRefusal(disk, ends);
  if (refused !== undefined) return fail(refused);
  return inParent(disk, from, (source) =>
    inMadeParent(disk, to, async (destination) => {
      const transfer = await check(disk, { ...ends, source, destination }, options);
      return transfer.ok ? act(transfer.value) : transfer;
    }),
  );
}

type Opened = Pick<Transfer, 'from' | 'to' | 'source' | 'destination'>;

async function check(
  disk: DiskAccess,
  opened: Opened,
  options: TransferOptions,
): Promise<Result<Transfer>> {
  const { from, to, source, destination } = opened;
  const { purpose, signal } = options;
  const stats = await source.folder.stat(source.name);
  const there = await statOrMissing(destination.folder, destination.name);
  const isItself = there !== undefined && isSameFile(stats, there) && (await isOneName(opened));
  if (isItself && purpose === 'copy') return fail(sameEntry(to.shown));
  // Another spelling of its own name is not a file to replace.
  const old = isItself ? undefined : there;
  const no = old && (await replacing(opened, { stats, old }, options));
  if (no !== undefined) return fail(no);
  const surveyed = await surveyIn(disk, source, from, { purpose, maxEntries: 0, signal });
  if (!surveyed.ok) return surveyed;
  const absent = succeed<PathState>({ kind: 'absent' });
  const before = old
    ? await pathStateOf({ ...destination, shown: to.shown, stats: old }, { signal })
    : absent;
  if (!before.ok) return before;
  const refuse = async (): Promise<Failure | undefined> => {
    if (signal.aborted) return cancelled(from.shown);
    const gone = await sourceRefusal(source, stats, from.shown);
    return gone ?? lateRefusal(destination, there, to.shown);
  };
  return succeed({ ...opened, stats, old, replaced: before.value, refuse });
}

function placeRefusal(disk: DiskAccess, { from, to }: Ends): Failure | undefined {
  const [source, destination] = [from.resolved.real, to.resolved.real];
  if (source === destination) return sameEntry(to.shown);
  const inside = relativeInside(source, destination, disk.style());
  return inside === undefined || inside === '.' ? undefined : insideItself(to.shown);
}

async function replacing(
  { destination, to }: Opened,
  { stats, old }: { readonly stats: BigIntStats; readonly old: BigIntStats },
  { mayReplace }: TransferOptions,
): Promise<Failure | undefined> {
  const isFolder = old.isDirectory();
  if (isFolder || stats.isDirectory() || !mayReplace) return alreadyThere(to.shown, isFolder);
  if (kindOf(old) === 'other') return special(old, to.shown);
  if (old.isSymbolicLink()) return undefined;
  return replaceRefusal(destination.folder, destination.name, old, to.shown);
}

async function sourceRefusal(
  { folder, name }: ParentFolder,
  stats: BigIntStats,
  shown: string,
): Promise<Failure | undefined> {
  if (!(await folder.isStill())) return swapped(shown);
  const now = await statOrMissing(folder, name);
  return now !== undefined && isSameFile(now, stats) ? undefined : vanished(shown);
}

function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * True if both names are one entry of one folder on a case-insensitive disk. Elsewhere they are two
 * links to one file.
 */
async function isOneName({ source, destination }: Opened): Promise<boolean> {
  const isSameFolder = isSameText(source.folder.real, destination.folder.real);
  if (!isSameFolder || !isSameText(source.name, destination.name)) return false;
  const listed = (await source.folder.entries()).map(({ name }) => name);
  return !(listed.includes(source.name) && listed.includes(destination.name));
}

/** Compares like disks that ignore case or Unicode form. */
function isSameText(a: string, b: string): boolean {
  return a.normalize().toLowerCase() === b.normalize().toLowerCase();
}

export interface MoveRequest extends MoveOptions {
  /** False for what only the disk refuses with a reason; otherwise open editors follow. */
  readonly mayFollow: boolean;
}

export interface MoveOptions {
  /** False if the destination must not exist. */
  readonly mayReplace: boolean;
  readonly signal: AbortSignal;
}

/**
 * Moves by rename; across file systems by a complete copy, then removal of the source. Rejects with
 * the errno.
 */
export function moveEntry(
  disk: DiskAccess,
  ends: Ends,
  { mayReplace, signal }: MoveOptions,
): Promise<Result<MovedEntry>> {
  const options = { purpose: 'move', mayReplace, signal } as const;
  return withTransfer(disk, ends, options, async (transfer) => {
    const refused = (await transfer.refuse()) ?? (await rename(disk, transfer, signal));
    if (refused !== undefined) return fail(refused);
    const { from, to, replaced } = transfer;
    return succeed({ from: from.resolved.real, to: to.resolved.real, replaced });
  });
}

async function rename(
  disk: DiskAccess,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const { source, destination, stats, old } = transfer;
  // Between two links to one file a rename does nothing.
  if (old !== undefined && isSameFile(stats, old)) {
    await source.folder.removeFile(source.name);
    return undefined;
  }
  try {
    await source.folder.rename(source.name, destination.folder, destination.name);
    return undefined;
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    return moveAcross(disk, transfer, signal);
  }
}

/** Moves the source aside before the copy replaces it, so that no half is ever visible. */
async function moveAcross(
  disk: DiskAccess,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const { source, destination, refuse, from } = transfer;
  const { folder } = destination;
  const aside = temporaryName();
  const copied = { ...source, real: from.resolved.real };
  const refused = await viaTemporaryIn(
    disk,
    folder,
    (name) => copyTree(disk, copied, { folder, name }, { isMove: true, signal }),
    async (name) => {
      const late = await refuse();
      if (late !== undefined) return late;
      await source.folder.rename(source.name, source.folder, aside);
      try {
        await folder.rename(name, folder, destination.name);
      } catch (error) {
        await source.folder.rename(aside, source.folder, source.name);
        throw error;
      }
      return undefined;
    },
  );
  return refused ?? removeAside(disk, transfer, aside);
}

/** Another program may hold part of it for a moment, so this tries twice. */
async function removeAside(
  disk: DiskAccess,
  { source, to }: Transfer,
  aside: string,
): Promise<Failure | undefined> {
  const left = disk.show(path.join(source.folder.real, aside));
  for (const isLast of [false, true]) {
    try {
      await removeTree(source.folder, aside);
      return undefined;
    } catch (error) {
      if (isLast) disk.log(`files: ${errnoOf(error)}: left behind: ${left}`);
    }
  }
  return partLeft(to.shown, left);
}

/**
 * Copies next to the destination and renames: the copy appears complete or not at all. Rejects with
 * the errno.
 */
export function copyEntry(
  disk: DiskAccess,
  ends: Ends,
  { signal }: { readonly signal: AbortSignal },
): Promise<Result<MovedEntry>> {
  const options = { purpose: 'copy', mayReplace: true, signal } as const;
  return withTransfer(disk, ends, options, async (transfer) => {
    const { source, destination, old, replaced, refuse } = transfer;
    const real = ends.from.resolved.real;
    const kept = old?.isFile() === true ? old : undefined;
    const { folder } = destination;
    const refused = await viaTemporaryIn(
      disk,
      folder,
      (name) =>
        copyTree(
          disk,
          { ...source, real },
          { folder, name },
          { isMove: false, replaced: kept, signal },
        ),
      async (name) => {
        const late = await refuse();
        if (late === undefined) await folder.rename(name, folder, destination.name);
        return late;
      },
    );
    if (refused !== undefined) return fail(refused);
    return succeed({ from: real, to: ends.to.resolved.real, replaced });
  });
}
