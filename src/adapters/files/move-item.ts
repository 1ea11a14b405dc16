import path from 'node:path';
import type { Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import { copyTree } from './copy-tree';
import type { DiskAccess } from './disk';
import type { MovedEntry } from './disk-files';
import { errnoOf } from './errno-failure';
import { partLeft } from './refusals';
import { removeTree } from './remove-tree';
import { isSameFile, withTransfer, type Ends, type Transfer } from './transfer';
import { temporaryName, viaTemporary } from './via-temporary';

export interface MoveOptions {
  /** False when nothing may stand at the destination. */
  readonly mayReplace: boolean;
  readonly signal: AbortSignal;
}

/**
 * By rename; across file systems by a whole copy and then the removal of the source. Rejects with
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
  // Between two names of one file a rename does nothing.
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

/** The source steps aside before the copy takes its place, so that at no time half of it is seen. */
async function moveAcross(
  disk: DiskAccess,
  transfer: Transfer,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const { source, destination, refuse, from } = transfer;
  const { folder } = destination;
  const aside = temporaryName();
  const copied = { ...source, real: from.resolved.real };
  const refused = await viaTemporary(
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

/** Another program may hold a part of it for a moment, so it is tried twice. */
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
