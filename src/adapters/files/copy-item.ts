import { fail, succeed, type Result } from '../../core/contracts/result';
import { copyTree } from './copy-tree';
import type { DiskAccess } from './disk';
import type { MovedEntry, Stoppable } from './disk-files';
import { withTransfer, type Ends } from './transfer';
import { viaTemporary } from './via-temporary';

/**
 * Copies beside the destination and renames: the copy stands there whole or not at all. Rejects with
 * the errno.
 */
export function copyEntry(
  disk: DiskAccess,
  ends: Ends,
  { signal }: Stoppable,
): Promise<Result<MovedEntry>> {
  const options = { purpose: 'copy', mayReplace: true, signal } as const;
  return withTransfer(disk, ends, options, async (transfer) => {
    const { source, destination, old, replaced, refuse } = transfer;
    const real = ends.from.resolved.real;
    const kept = old?.isFile() === true ? old : undefined;
    const { folder } = destination;
    const refused = await viaTemporary(
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
