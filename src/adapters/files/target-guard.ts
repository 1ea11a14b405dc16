import { isAborted } from '../../core/base/is-aborted';
import type { ResolvedPath } from '../../core/contracts/call-paths';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Refuse } from './change-limits';
import type { GuardedTarget } from './disk';
import { errnoFailure, errnoOf } from './errno-failure';
import type { PathGuard } from './path-guard';
import { cancelled, vanished } from './refusals';
import type { Ends } from './transfer';

/** Lets operations act on nothing but canonical paths that the guard has let through. */
export interface TargetGuard {
  /** Resolves, then acts; what the file system refuses becomes a failure, and is logged. */
  use<T>(
    asked: RequestedPath,
    signal: AbortSignal,
    act: (target: GuardedTarget) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** The same for what goes from one place to another. */
  useBoth<T>(
    asked: { readonly from: RequestedPath; readonly to: RequestedPath },
    signal: AbortSignal,
    act: (ends: Ends) => Promise<Result<T>>,
  ): Promise<Result<T>>;
}

export interface RequestedPath {
  readonly path: string;
  /**
   * `file`: what it leads to. `entry`: the entry itself, as the disk spells it. `place`: where an
   * entry is to stand, spelled as asked.
   */
  readonly as: 'file' | 'entry' | 'place';
  /** Why it must be left alone, though it may be read. */
  readonly refuse?: Refuse;
}

export function createTargetGuard(guard: PathGuard, log: (line: string) => void): TargetGuard {
  // Once and for all: whoever resolves again may be led somewhere else, and nobody would judge that.
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
        return fail(cancelled(shown, 'It was cancelled, and a part may be gone'));
      }
      const isGone = errnoOf(error) === 'ENOENT' && resolved.exists;
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
