import { isInside } from '../../core/base/paths';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Workspace } from '../../core/ports/workspace';
import type { GuardedTarget } from './disk-access';
import { openFolderItself, ownFolder, cancelled, vanished } from './file-refusals';
import type { ResolvedPath } from '../../core/contracts/calls/call-paths';
import { errnoFailure } from './errno-failure';
import type { PathGuard } from './path-guard';
import type { Ends } from './transfer';
import { isMissing } from '../system/errno';
import { isAborted } from '../../core/base/async';

/** Paths that no operation changes, whoever calls and whatever is allowed (decision own-policy). */
export interface ChangeLimits {
  /** For a new folder: our own folders are refused; their parents exist or do no harm. */
  readonly refuseFolder: Refuse;
  /** For a path that is written, moved to or restored: our own folders and their parents. */
  readonly refuseChange: Refuse;
  /**
   * For an entry that is removed or moved: also open and allowed folders and their parents
   * (003-tools-6).
   */
  readonly refuseRemoval: Refuse;
}

/** Why a target must not be changed. */
type Refuse = (target: GuardedTarget) => Failure | undefined;

export interface ChangeLimitsDeps {
  readonly workspace: Workspace;
  readonly allowedFolders: () => readonly string[];
}

export function createChangeLimits({ workspace, allowedFolders }: ChangeLimitsDeps): ChangeLimits {
  // Ignore case on every system: its disks may be case-insensitive.
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

/** Restricts operations to canonical paths that the guard has allowed. */
export interface TargetGuard {
  /** Resolves, then acts; file system errors become failures and are logged. */
  use<T>(
    asked: RequestedPath,
    signal: AbortSignal,
    act: (target: GuardedTarget) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** The same for a source and a destination. */
  useBoth<T>(
    asked: { readonly from: RequestedPath; readonly to: RequestedPath },
    signal: AbortSignal,
    act: (ends: Ends) => Promise<Result<T>>,
  ): Promise<Result<T>>;
}

export interface RequestedPath {
  readonly path: string;
  /**
   * `file`: the target of a link. `entry`: the entry itself, as the disk spells it. `place`: a new
   * entry, spelled as requested.
   */
  readonly as: 'file' | 'entry' | 'place';
  /** Why it must not be changed, even if it may be read. */
  readonly refuse?: Refuse;
}

export function createTargetGuard(guard: PathGuard, log: (line: string) => void): TargetGuard {
  // Resolve only once: a second result could differ and would not be checked.
  const resolveAs = (path: string, as: RequestedPath['as']): Promise<Result<ResolvedPath>> =>
    as === 'entry'
      ? guard.resolveSpelled(path)
      : guard.resolve(path, { use: as === 'file' ? 'file' : 'entry' });

  const resolve = async ({ path, as, refuse }: RequestedPath): Promise<Result<GuardedTarget>> => {
    const resolved = await resolveAs(path, as);
    if (!resolved.ok) return resolved;
    const shown = guard.show(resolved.value.asked);
    const target: GuardedTarget = { resolved: resolved.value, shown };
    const refused = refuse?.(target);
    return refused === undefined ? succeed(target) : fail(refused);
  };

  const run = async <T>(
    { resolved, shown }: GuardedTarget,
    signal: AbortSignal,
    act: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    if (isAborted(signal)) return fail(cancelled(shown));
    try {
      return await act();
    } catch (error) {
      if (isAborted(signal) && error === signal.reason) {
        return fail(cancelled(shown, 'It was cancelled, and part of it may already be deleted'));
      }
      const isGone = isMissing(error) && resolved.exists;
      const failed = isGone ? vanished(shown) : errnoFailure(error, shown);
      log(`files: ${failed.category}: ${failed.message}`);
      return fail(failed);
    }
  };

  return {
    use: async (asked, signal, act) => {
      const target = await resolve(asked);
      if (!target.ok) return target;
      return run(target.value, signal, () => act(target.value));
    },
    useBoth: async (asked, signal, act) => {
      const from = await resolve(asked.from);
      if (!from.ok) return from;
      const to = await resolve(asked.to);
      if (!to.ok) return to;
      const { resolved, shown } = from.value;
      const both = { resolved, shown: resolved.exists ? `${shown} to ${to.value.shown}` : shown };
      return run(both, signal, () => act({ from: from.value, to: to.value }));
    },
  };
}
