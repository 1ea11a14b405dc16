import type { BigIntStats } from 'node:fs';
import { relativeInside } from '../../core/base/paths';
import type { PathState } from '../../core/contracts/file-changes';
import type { Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { inParent, type DiskAccess, type ParentFolder, type GuardedTarget } from './disk';
import { kindOf, statOrMissing } from './folder';
import { inMadeParent } from './make-folders';
import { pathStateOf } from './place-image';
import {
  alreadyThere,
  cancelled,
  insideItself,
  sameEntry,
  special,
  swapped,
  vanished,
} from './refusals';
import { surveyIn } from './survey-tree';
import { lateRefusal, replaceRefusal } from './write-file';

export interface TransferOptions {
  readonly purpose: 'move' | 'copy';
  /** False when nothing may stand at the destination. */
  readonly mayReplace: boolean;
  readonly signal: AbortSignal;
}

/** From where to where, each by its own entry. */
export interface Ends {
  readonly from: GuardedTarget;
  readonly to: GuardedTarget;
}

/** A move or copy that may be made, with both folders held open. */
export interface Transfer extends Ends {
  readonly source: ParentFolder;
  readonly destination: ParentFolder;
  readonly stats: BigIntStats;
  /** State of the file that is replaced. */
  readonly old: BigIntStats | undefined;
  readonly replaced: PathState;
  /** Asked at the last: why it must not be made after all. */
  readonly refuse: () => Promise<Failure | undefined>;
}

/**
 * Checks all that a move or copy needs before anything is touched: nothing goes into itself, a
 * folder neither replaces nor is replaced, and no part is forbidden. Rejects with the errno.
 */
export async function withTransfer<T>(
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
  // Another spelling of its own name is nothing that it replaces.
  const old = isItself ? undefined : there;
  const no = old && (await replacing(opened, { stats, old }, options));
  if (no !== undefined) return fail(no);
  const surveyed = await surveyIn(disk, source, from, { purpose, maxEntries: 0, signal });
  if (!surveyed.ok) return surveyed;
  const absent = succeed<PathState>({ kind: 'absent' });
  const before = old ? await pathStateOf({ ...destination, shown: to.shown }, { signal }) : absent;
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

export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * True when both names are one entry of one folder, on a disk that knows no case. Elsewhere they
 * are two links to one file.
 */
async function isOneName({ source, destination }: Opened): Promise<boolean> {
  const isSameFolder = isSameText(source.folder.real, destination.folder.real);
  if (!isSameFolder || !isSameText(source.name, destination.name)) return false;
  const listed = (await source.folder.entries()).map(({ name }) => name);
  return !(listed.includes(source.name) && listed.includes(destination.name));
}

/** As disks compare that ignore case or the form of Unicode. */
function isSameText(a: string, b: string): boolean {
  return a.normalize().toLowerCase() === b.normalize().toLowerCase();
}
