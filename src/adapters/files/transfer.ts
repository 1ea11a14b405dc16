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
import type { TextCodec } from '../../core/ports/files';
import { kindOf, statOrMissing, removeTree } from './folder';
import { lookAt } from './path-state';
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
import { changedSince, maxRecordedEntries, surveyIn, type TreeSurvey } from './survey-tree';
import { lateRefusal, replaceRefusal, temporaryName, viaTemporaryIn } from './temporary-file';
import { copyTree } from './copy-tree';
import { errnoOf } from '../system/errno';

/** Source and destination, each by its own entry. */
export interface Ends {
  readonly from: GuardedTarget;
  readonly to: GuardedTarget;
}

/** A move or copy that nothing forbids so far. */
export interface CheckedTransfer extends Ends, Pick<TransferChecks, 'purpose'> {
  /** Everything that moves or is copied. */
  readonly survey: TreeSurvey;
  readonly stats: BigIntStats;
  /** What is at the destination, also if that is the source by another spelling of its name. */
  readonly there: BigIntStats | undefined;
  /** What is replaced, and its text if it is a text file. */
  readonly replaced: PathState;
  readonly replacedText: string | undefined;
}

export interface TransferChecks {
  readonly purpose: 'move' | 'copy';
  /** False if the destination must not exist. */
  readonly mayReplace: boolean;
  /** Maximum size of a replaced content that is read. */
  readonly maxBytes: number;
  readonly codec: TextCodec;
  /** Why an entry must not be moved or replaced now. */
  readonly refuse: (real: string) => Promise<Failure | undefined>;
  readonly signal: AbortSignal;
}

/**
 * Checks all conditions of a move or copy before anything changes: nothing goes into itself, a
 * folder neither replaces nor is replaced, and no part is forbidden. Rejects with the errno.
 */
export function checkTransfer(
  disk: DiskAccess,
  ends: Ends,
  options: TransferChecks,
): Promise<Result<CheckedTransfer>> {
  const { from, to } = ends;
  const { purpose, refuse, signal } = options;
  return inParent(disk, from, async (source) => {
    const stats = await source.folder.stat(source.name);
    const limits = { purpose, maxEntries: maxRecordedEntries, signal };
    const survey = await surveyIn(disk, source, from, limits);
    if (!survey.ok) return survey;
    const going = purpose === 'move' ? await refuse(from.resolved.real) : undefined;
    const refused = going ?? (await refuse(to.resolved.real)) ?? placeRefusal(disk, ends);
    if (refused !== undefined) return fail(refused);
    const destination = await checkDestination(disk, { ...ends, source, stats }, options);
    return destination.ok
      ? succeed({ from, to, purpose, survey: survey.value, stats, ...destination.value })
      : destination;
  });
}

async function checkDestination(
  disk: DiskAccess,
  { source, stats, ...ends }: Ends & Pick<Transfer, 'source' | 'stats'>,
  options: TransferChecks,
): Promise<Result<Pick<CheckedTransfer, 'there' | 'replaced' | 'replacedText'>>> {
  const { to } = ends;
  const looked = await lookAt(disk, to, options);
  if (!looked.ok) return looked;
  const { stats: there, state } = looked.value;
  if (there === undefined) return succeed({ there, replaced: state, replacedText: undefined });
  if (isSameFile(stats, there) && (await isOneName(source, ends))) {
    if (options.purpose === 'copy') return fail(sameEntry(to.shown));
    // Another spelling of its own name is not a file to replace.
    return succeed({ there, replaced: { kind: 'absent' }, replacedText: undefined });
  }
  const refused = replacingRefusal(stats, there, to.shown, options);
  if (refused !== undefined) return fail(refused);
  const bytes = state.kind === 'file' ? state.bytes : undefined;
  const decoded = bytes && (await options.codec.decode(bytes, to.resolved.real));
  return succeed({ there, replaced: state, replacedText: decoded?.text });
}

function placeRefusal(disk: DiskAccess, { from, to }: Ends): Failure | undefined {
  const [source, destination] = [from.resolved.real, to.resolved.real];
  if (source === destination) return sameEntry(to.shown);
  const inside = relativeInside(source, destination, disk.style());
  return inside === undefined || inside === '.' ? undefined : insideItself(to.shown);
}

function replacingRefusal(
  stats: BigIntStats,
  old: BigIntStats,
  shown: string,
  { mayReplace }: TransferChecks,
): Failure | undefined {
  const isFolder = old.isDirectory();
  if (isFolder || stats.isDirectory() || !mayReplace) return alreadyThere(shown, isFolder);
  return kindOf(old) === 'other' ? special(old, shown) : undefined;
}

/** A checked move or copy, with both folders open. */
interface Transfer extends CheckedTransfer {
  readonly source: ParentFolder;
  readonly destination: ParentFolder;
  /** State of the file to be replaced. */
  readonly old: BigIntStats | undefined;
  /** A last check: why it must not be done. */
  readonly refuse: () => Promise<Failure | undefined>;
}

/** Opens both folders; what was checked must still be there. */
function withTransfer(
  disk: DiskAccess,
  checked: CheckedTransfer,
  signal: AbortSignal,
  act: (transfer: Transfer) => Promise<Failure | undefined>,
): Promise<Result<void>> {
  const { from, to, purpose, survey, stats, there, replaced } = checked;
  return inParent(disk, from, (source) =>
    inMadeParent(disk, to, async (destination) => {
      const { folder, name } = destination;
      const old = replaced.kind === 'absent' ? undefined : there;
      const refuse = async (): Promise<Failure | undefined> => {
        if (signal.aborted) return cancelled(from.shown);
        const refused =
          (await sourceRefusal(source, stats, from.shown)) ??
          (await lateRefusal(destination, there, to.shown));
        if (refused !== undefined || purpose === 'copy') return refused;
        return changedSince(disk, { at: from, survey }, { purpose, signal });
      };
      const isFile = old?.isFile() === true;
      const refused = isFile ? await replaceRefusal(folder, name, old, to.shown) : undefined;
      const failed =
        refused ??
        (await refuse()) ??
        (await act({ ...checked, source, destination, old, refuse }));
      return failed === undefined ? succeed(undefined) : fail(failed);
    }),
  );
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
async function isOneName({ folder }: ParentFolder, { from, to }: Ends): Promise<boolean> {
  const [one, other] = [from.resolved.real, to.resolved.real];
  if (!isSameText(one, other)) return false;
  const listed = (await folder.entries()).map(({ name }) => name);
  return !(listed.includes(path.basename(one)) && listed.includes(path.basename(other)));
}

/** Compares like disks that ignore case or Unicode form. */
function isSameText(a: string, b: string): boolean {
  return a.normalize().toLowerCase() === b.normalize().toLowerCase();
}

/**
 * Moves by rename; across file systems by a complete copy, then removal of the source. Rejects with
 * the errno.
 */
export function moveEntry(
  disk: DiskAccess,
  checked: CheckedTransfer,
  signal: AbortSignal,
): Promise<Result<void>> {
  return withTransfer(disk, checked, signal, (transfer) => rename(disk, transfer, signal));
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
  checked: CheckedTransfer,
  signal: AbortSignal,
): Promise<Result<void>> {
  return withTransfer(disk, checked, signal, ({ source, destination, old, refuse }) => {
    const { folder, name } = destination;
    const copied = { ...source, real: checked.from.resolved.real };
    const replaced = old?.isFile() === true ? old : undefined;
    return viaTemporaryIn(
      disk,
      folder,
      (temporary) =>
        copyTree(disk, copied, { folder, name: temporary }, { isMove: false, replaced, signal }),
      async (temporary) => {
        const late = await refuse();
        if (late === undefined) await folder.rename(temporary, folder, name);
        return late;
      },
    );
  });
}
