import {
  type ChangeLimits,
  type TargetGuard,
  createChangeLimits,
  createTargetGuard,
  type RequestedPath,
} from './target-guard';
import { type DiskAccess, inParent, type GuardedTarget, makeFolders } from './disk-access';
import type { DiskFiles, DiskContent, DiskFolder, MovedEntry } from './disk-files';
import { type FolderOpener, statOrMissing, removeTree } from './folder';
import { openHeldFolder, openFolderByPath } from './held-folder';
import { createPathGuard, type PathGuardDeps } from './path-guard';
import { succeed, fail, type Result } from '../../core/contracts/failure';
import { listFolder } from './list-folder';
import { pathStateAt } from './path-state';
import { surveyTree } from './survey-tree';
import type { FileHead, ReadFileOptions } from '../../core/ports/files';
import { readBytes, stampFile, stampOf } from './scan-file';
import { maxStampedBytes, writeFile } from './write-file';
import { copyEntry, moveEntry, type MoveOptions } from './transfer';
import { restorePath } from './restore';
import { notFolder } from './file-refusals';
import { errnoOf, isMissing } from '../system/errno';

/** Dependencies of all guarded operations. */
interface GuardedFilesContext {
  readonly disk: DiskAccess;
  readonly limits: ChangeLimits;
  readonly targets: TargetGuard;
}

export interface GuardedFilesDeps extends PathGuardDeps {
  /** Opens folders; by default in the safest way the system supports. */
  readonly openFolder?: FolderOpener;
}

const openAnyFolder: FolderOpener = (real) =>
  process.platform === 'linux' ? openHeldFolder(real) : openFolderByPath(real);

/**
 * Files on disk behind the effect guard: a path outside the allowed folders or on the deny list is
 * refused by its canonical path, whoever calls (000-files-1; 003-tools-3). A relative path starts
 * at the first open folder.
 */
export function createGuardedFiles(deps: GuardedFilesDeps): DiskFiles {
  const { workspace, log, openFolder = openAnyFolder } = deps;
  const guard = createPathGuard(deps);
  const mayRead = (real: string): boolean => guard.mayRead(real);
  const parts: GuardedFilesContext = {
    disk: {
      mayRead,
      log,
      open: openFolder,
      style: () => ({
        separator: workspace.separator(),
        caseSensitive: workspace.caseSensitive(),
      }),
      show: (path) => guard.show(path),
    },
    limits: createChangeLimits({ workspace, allowedFolders: () => guard.allowedFolders() }),
    targets: createTargetGuard(guard, log),
  };
  return {
    mayRead,
    resolve: (path, options) => guard.resolve(path, options),
    locate: (path, from) => guard.locate(path, from),
    ...readingFiles(parts),
    ...changingFiles(parts),
  };
}

export type ReadingFiles = Pick<
  DiskFiles,
  'read' | 'head' | 'stamp' | 'list' | 'inside' | 'image' | 'survey'
>;

/** Operations that change nothing. */
function readingFiles({ disk, limits, targets }: GuardedFilesContext): ReadingFiles {
  const file = (path: string): RequestedPath => ({ path, as: 'file' });
  return {
    read: (path, options) =>
      targets.use(file(path), options.signal, (target) => readWhole(disk, target, options)),
    head: (path, options) =>
      targets.use(file(path), options.signal, (target) => readHead(disk, target, options)),
    stamp: (path, { signal }) =>
      targets.use(file(path), signal, (target) => readStamp(disk, target, signal)),
    list: (path, options) =>
      targets.use(file(path), options.signal, (target) => listFolder(disk, target, options)),
    image: (path, options) =>
      targets.use({ path, as: 'place' }, options.signal, (target) =>
        pathStateAt(disk, target, options),
      ),
    inside: (path, { maxEntries, signal }) =>
      targets.use({ path, as: 'entry' }, signal, async (target) => {
        const options = { purpose: 'remove', maxEntries: maxEntries + 1, signal } as const;
        const surveyed = await surveyTree(disk, target, options);
        if (!surveyed.ok) return surveyed;
        const { entries, isWhole } = surveyed.value;
        return succeed({ paths: entries.slice(1).map((entry) => entry.path), isWhole });
      }),
    survey: (path, options) => {
      // A copy reads the target of a link; a removal or move affects the link itself.
      const going: RequestedPath = { path, as: 'entry', refuse: limits.refuseRemoval };
      const asked = options.purpose === 'copy' ? file(path) : going;
      return targets.use(asked, options.signal, (target) => surveyTree(disk, target, options));
    },
  };
}

/** Reads the whole file, or fails. Rejects with the errno. */
function readWhole(
  disk: DiskAccess,
  target: GuardedTarget,
  { maxBytes, signal }: ReadFileOptions,
): Promise<Result<DiskContent>> {
  const { shown, resolved } = target;
  return inParent(disk, target, async (parent) => {
    const options = { maxBytes, larger: 'refuse', signal } as const;
    const file = await readBytes({ ...parent, shown }, options);
    if (!file.ok) return file;
    const { bytes } = file.value;
    return succeed({ bytes, real: resolved.real, stamp: stampOf(bytes) });
  });
}

/** Reads the beginning of a file of any size. Rejects with the errno. */
function readHead(
  disk: DiskAccess,
  target: GuardedTarget,
  { maxBytes, signal }: ReadFileOptions,
): Promise<Result<FileHead>> {
  const { shown, resolved } = target;
  return inParent(disk, target, async (parent) => {
    const file = await readBytes({ ...parent, shown }, { maxBytes, larger: 'cut', signal });
    if (!file.ok) return file;
    const { bytes, stats } = file.value;
    return succeed({ real: resolved.real, size: Number(stats.size), bytes });
  });
}

/** Undefined for anything but a regular file, or if it does not exist. Rejects with the errno. */
async function readStamp(
  disk: DiskAccess,
  target: GuardedTarget,
  signal: AbortSignal,
): Promise<Result<string | undefined>> {
  const { shown } = target;
  try {
    return await inParent(disk, target, async (parent) => {
      const stats = await statOrMissing(parent.folder, parent.name);
      if (stats?.isFile() !== true) return succeed(undefined);
      const options = { maxBytes: maxStampedBytes, larger: 'refuse', signal } as const;
      const stamped = await stampFile({ ...parent, shown }, options);
      return stamped.ok ? succeed(stamped.value.stamp) : fail(stamped.failure);
    });
  } catch (error) {
    if (isMissing(error)) return succeed(undefined);
    throw error;
  }
}

export type ChangingFiles = Pick<
  DiskFiles,
  'write' | 'createFolder' | 'remove' | 'move' | 'copy' | 'putBack' | 'moveBack'
>;

/** Operations that change the disk, except our own files and open folders. */
function changingFiles(parts: GuardedFilesContext): ChangingFiles {
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
