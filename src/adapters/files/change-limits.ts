import { isInside } from '../../core/base/paths';
import type { Failure } from '../../core/contracts/failure';
import type { Workspace } from '../../core/ports/workspace';
import type { GuardedTarget } from './disk';
import { openFolderItself, ownFolder } from './refusals';

/** What no operation changes, whoever calls and whatever is allowed (DESIGN section 6). */
export interface ChangeLimits {
  /** For a folder that is made: not in our own. What lies above them is there, or does no harm. */
  readonly refuseFolder: Refuse;
  /** For a place that is written, moved to or put back: our own folders, and what is above them. */
  readonly refuseChange: Refuse;
  /** For an entry that goes away: the open and allowed folders too, and above (003 `delete_path`). */
  readonly refuseRemoval: Refuse;
}

/** Why a target must be left alone. */
export type Refuse = (target: GuardedTarget) => Failure | undefined;

export interface ChangeLimitsDeps {
  readonly workspace: Workspace;
  readonly allowedFolders: () => readonly string[];
}

export function createChangeLimits({ workspace, allowedFolders }: ChangeLimitsDeps): ChangeLimits {
  // Case is ignored everywhere: a disk may ignore it though its system does not.
  const style = { separator: workspace.separator(), caseSensitive: false };
  const isIn = (folder: string, path: string): boolean =>
    isInside(folder.normalize(), path.normalize(), style);
  const refuseFolder: Refuse = ({ resolved: { real }, shown }) =>
    workspace.ownFolders().some((own) => isIn(own, real)) ? ownFolder(shown) : undefined;
  const refuseChange: Refuse = (target) => {
    const { real } = target.resolved;
    const isAbove = workspace.ownFolders().some((own) => isIn(real, own));
    return isAbove ? ownFolder(target.shown) : refuseFolder(target);
  };
  return {
    refuseFolder,
    refuseChange,
    refuseRemoval: (target) => {
      const { real } = target.resolved;
      const kept = [...workspace.roots(), ...allowedFolders()];
      if (kept.some((folder) => isIn(real, folder))) return openFolderItself(target.shown);
      return refuseChange(target);
    },
  };
}
