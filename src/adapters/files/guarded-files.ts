import { createChangeLimits } from './change-limits';
import { changingFiles } from './changing-files';
import type { DiskFiles } from './disk-files';
import type { GuardedFilesContext } from './file-parts';
import type { FolderOpener } from './folder';
import { openHeldFolder } from './held-folder';
import { openFolderByPath } from './path-folder';
import { createPathGuard, type PathGuardDeps } from './path-guard';
import { readingFiles } from './reading-files';
import { createTargetGuard } from './target-guard';

export interface GuardedFilesDeps extends PathGuardDeps {
  /** How folders are opened; left out: in the safest way that the system has. */
  readonly openFolder?: FolderOpener;
}

const openAnyFolder: FolderOpener = (real) =>
  process.platform === 'linux' ? openHeldFolder(real) : openFolderByPath(real);

/**
 * Files of the disk behind the effect guard: whoever calls, a path outside the allowed folders or on
 * the deny list is refused by its canonical real path (000 Per-Path File Read Sandbox; 003
 * FileExecutor). A relative path is meant from the first open folder.
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
    locate: (path) => guard.locate(path),
    ...readingFiles(parts),
    ...changingFiles(parts),
  };
}
