import { fail, succeed, type Result } from '../../core/contracts/result';
import { copyEntry } from './copy-item';
import { inParent, type DiskAccess, type GuardedTarget } from './disk';
import type { DiskFiles, DiskFolder, MovedEntry } from './disk-files';
import { errnoOf } from './errno-failure';
import type { GuardedFilesContext } from './file-parts';
import { makeFolders } from './make-folders';
import { moveEntry, type MoveOptions } from './move-item';
import { restorePath } from './put-back';
import { notFolder } from './refusals';
import { removeTree } from './remove-tree';
import type { RequestedPath } from './target-guard';
import { writeFile } from './write-file';

export type ChangingFiles = Pick<
  DiskFiles,
  'write' | 'createFolder' | 'remove' | 'move' | 'copy' | 'putBack' | 'moveBack'
>;

/** What changes the disk; nothing of ours, and no open folder itself. */
export function changingFiles(parts: GuardedFilesContext): ChangingFiles {
  const { disk, limits, targets } = parts;
  const { refuseChange, refuseFolder, refuseRemoval } = limits;
  return {
    write: (path, bytes, options) =>
      targets.use({ path, as: 'file', refuse: refuseChange }, options.signal, (target) =>
        writeFile(disk, target, bytes, options),
      ),
    createFolder: (path, { signal }) =>
      targets.use({ path, as: 'file', refuse: refuseFolder }, signal, (target) =>
        createFolder(disk, target),
      ),
    remove: (path, { signal }) =>
      targets.use({ path, as: 'entry', refuse: refuseRemoval }, signal, (target) =>
        inParent(disk, target, async ({ folder, name }) => {
          await removeTree(folder, name, signal);
          return succeed(undefined);
        }),
      ),
    move: (from, to, { signal }) => moveFrom(parts, { from, to }, { signal, mayReplace: true }),
    copy: (from, to, options) => {
      const asked: Both = {
        from: { path: from, as: 'file' },
        to: { path: to, as: 'place', refuse: refuseChange },
      };
      return targets.useBoth(asked, options.signal, (ends) => copyEntry(disk, ends, options));
    },
    putBack: (path, image, options) =>
      targets.use({ path, as: 'place', refuse: refuseRemoval }, options.signal, (target) =>
        restorePath(disk, target, image, options),
      ),
    moveBack: async (from, to, { signal }) => {
      const moved = await moveFrom(parts, { from, to }, { signal, mayReplace: false });
      return moved.ok ? succeed(undefined) : moved;
    },
  };
}

interface Both {
  readonly from: RequestedPath;
  readonly to: RequestedPath;
}

function moveFrom(
  { disk, limits, targets }: GuardedFilesContext,
  { from, to }: { readonly from: string; readonly to: string },
  options: MoveOptions,
): Promise<Result<MovedEntry>> {
  const asked: Both = {
    from: { path: from, as: 'entry', refuse: limits.refuseRemoval },
    to: { path: to, as: 'place', refuse: limits.refuseChange },
  };
  return targets.useBoth(asked, options.signal, (ends) => moveEntry(disk, ends, options));
}

async function createFolder(disk: DiskAccess, target: GuardedTarget): Promise<Result<DiskFolder>> {
  const { real, exists } = target.resolved;
  try {
    const opened = await makeFolders(disk, real, target.shown);
    if (!opened.ok) return opened;
    await opened.value.folder.close();
    return succeed({ real, made: opened.value.made });
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR' && exists) return fail(notFolder(target.shown));
    throw error;
  }
}
