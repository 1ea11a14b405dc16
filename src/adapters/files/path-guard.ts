import { escapeControlInline } from '../../core/base/escape-control';
import { classifyPathText } from '../../core/base/path-text';
import { displayPath, isInside, resolveAgainst, type PathStyle } from '../../core/base/paths';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { LocatedPath, ResolvedPath } from '../../core/contracts/calls/call-paths';
import type { ResolveOptions } from '../../core/ports/files';
import type { Workspace } from '../../core/ports/workspace';
import { createAllowedFolders } from './allowed-folders';
import type { GuardedTarget } from './disk-access';
import { canonicalEntry, canonicalPath, reachedBy, type CanonicalEntry } from './canonical-path';
import { errnoFailure } from './errno-failure';
import { cancelled, openFolderItself, ownFolder, vanished } from './file-refusals';
import type { Ends } from './transfer';
import { isAborted } from '../../core/base/async';
import { errnoOf, isMissing } from '../system/errno';
import { compileReadRules, type ReadRuleLists, type ReadRules } from './read-rules';

export interface PathGuardDeps {
  readonly workspace: Workspace;
  /** Globs on canonical absolute paths; read at each call, so that settings apply at once. */
  readonly denyRead: () => readonly string[];
  readonly allowRead: () => readonly string[];
  /** Folders for file tools and for commands; if empty, the open folders (003-tools-2). */
  readonly allowedPaths: () => readonly string[];
  readonly commandPaths: () => readonly string[];
  /** For the log that users see: paths and codes, never contents. */
  readonly log: (line: string) => void;
}

type PathUse = NonNullable<ResolveOptions['use']> | 'spelled';

/** Decides which paths may be accessed, whoever calls (decision effect-guard). */
export interface PathGuard {
  /** See `Files.resolve`. A relative path starts at the first open folder. */
  resolve(path: string, options?: ResolveOptions): Promise<Result<ResolvedPath>>;
  /** Like `resolve` with `entry`, but with the name as the disk spells it. */
  resolveSpelled(path: string): Promise<Result<ResolvedPath>>;
  /** See `Files.locate`. Resolves an absolute path, including `..`, like the file system. */
  locate(path: string, from?: string): Promise<Result<LocatedPath>>;
  /** True for a canonical path inside an allowed folder that both lists permit. */
  mayRead(real: string): boolean;
  /** Canonical folders that file tools may access. */
  allowedFolders(): readonly string[];
  /** The displayed path, with invisible characters escaped. */
  show(path: string): string;
}

export function createPathGuard(deps: PathGuardDeps): PathGuard {
  const { workspace } = deps;
  const rules = cachedRules(deps);
  const style = (): PathStyle => styleOf(workspace);
  const { forFiles, forCommands } = allowedFoldersOf(deps);
  const isIn = (folder: string, real: string): boolean => isInside(folder, real, style());
  const holderOf = (real: string, folders: readonly string[]): string | undefined =>
    folders.filter((folder) => isIn(folder, real)).sort((a, b) => b.length - a.length)[0];
  const show = (path: string): string =>
    escapeControlInline(displayPath(workspace.roots(), path, style()));

  const judge = async (path: string, use: PathUse): Promise<Result<ResolvedPath>> => {
    const asked = absolutePath(path, workspace);
    if (!asked.ok) return asked;
    const shown = show(asked.value);
    const isCommand = use === 'command';
    const folders = isCommand ? forCommands() : forFiles();
    const limits = isCommand ? deps.commandPaths() : deps.allowedPaths();
    const refusal = (): Failure => outside(shown, limits.length > 0);
    try {
      const { real, exists, spelled } = await find(asked.value, use);
      const root = holderOf(real, folders);
      if (root === undefined) return fail(refusal());
      if (![real, spelled].every((one) => rules().mayRead(one))) return fail(denied(shown));
      const found = use === 'spelled' ? spelled : real;
      return succeed({ asked: asked.value, real: found, exists, root });
    } catch (error) {
      // Judge the resolved part only, so that nothing is disclosed about outside or denied paths.
      const reached = reachedBy(error) ?? asked.value;
      if (holderOf(reached, folders) === undefined) return fail(refusal());
      return fail(rules().mayRead(reached) ? errnoFailure(error, shown) : denied(shown));
    }
  };

  const locate = async (path: string, from?: string): Promise<Result<LocatedPath>> => {
    const problem = classifyPathText(path, workspace.separator());
    if (problem !== undefined) return fail(failure('validation', problem.message));
    try {
      const { real, exists } = await canonicalPath(path, from);
      const forbidden = !rules().mayRead(real);
      return succeed({ asked: path, real, exists, root: holderOf(real, forCommands()), forbidden });
    } catch (error) {
      return fail(errnoFailure(error, show(path)));
    }
  };

  return {
    resolve: (path, { use = 'file' } = {}) => judge(path, use),
    resolveSpelled: (path) => judge(path, 'spelled'),
    locate,
    show,
    allowedFolders: forFiles,
    mayRead: (real) => forFiles().some((folder) => isIn(folder, real)) && rules().mayRead(real),
  };
}

function allowedFoldersOf({ workspace, allowedPaths, commandPaths, log }: PathGuardDeps) {
  const folders = (setting: string, list: () => readonly string[]) =>
    createAllowedFolders({ workspace, list, setting, log });
  return {
    forFiles: folders('gatehouse.file.allowedPaths', allowedPaths),
    forCommands: folders('gatehouse.shell.allowedPaths', commandPaths),
  };
}

/** Checks trust, open folders and the path text, in this order, before any file is accessed. */
function absolutePath(path: string, workspace: Workspace): Result<string> {
  if (!workspace.isTrusted()) return fail(untrusted());
  const [first] = workspace.roots();
  if (first === undefined) return fail(noFolder());
  const problem = classifyPathText(path, workspace.separator());
  if (problem !== undefined) {
    const code = problem.blocked ? 'policy_denied' : 'validation';
    return fail(failure(code, problem.message, { suggestion: problem.remedy }));
  }
  return succeed(resolveAgainst(first, path, workspace.separator()));
}

/** `spelled`: a short or respelled name must not bypass the lists. */
async function find(asked: string, use: PathUse): Promise<CanonicalEntry> {
  if (use === 'entry' || use === 'spelled') return canonicalEntry(asked);
  const found = await canonicalPath(asked);
  return { ...found, spelled: found.real };
}

/** Compiles the lists once for each change of the settings. */
function cachedRules({ denyRead, allowRead, workspace }: PathGuardDeps): () => ReadRules {
  let known: { readonly lists: ReadRuleLists; readonly rules: ReadRules } | undefined;
  return () => {
    const lists = { deny: denyRead(), allow: allowRead() };
    if (known === undefined || !isSameLists(known.lists, lists)) {
      known = { lists, rules: compileReadRules(lists, styleOf(workspace)) };
    }
    return known.rules;
  };
}

function isSameLists(a: ReadRuleLists, b: ReadRuleLists): boolean {
  return isSameList(a.deny, b.deny) && isSameList(a.allow, b.allow);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((glob, at) => glob === b[at]));
}

function styleOf(workspace: Workspace): PathStyle {
  return { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
}

function untrusted(): Failure {
  return failure('authz_denied', 'This workspace is not trusted, so files cannot be accessed.', {
    suggestion: 'Ask the user to trust the workspace (Workspaces: Manage Workspace Trust).',
  });
}

function noFolder(): Failure {
  return failure('unavailable', 'No folder is open.', {
    category: 'permanent_failure',
    suggestion: 'Ask the user to open a folder in VS Code.',
  });
}

function outside(shown: string, isLimited: boolean): Failure {
  const where = isLimited ? 'the folders that the settings allow' : 'the workspace';
  return failure('policy_denied', `This path is outside ${where}: ${shown}`, {
    suggestion: 'Do not retry. Use a path inside the workspace folders, or ask the user.',
  });
}

function denied(shown: string): Failure {
  return failure('policy_denied', `The file settings deny access to this path: ${shown}`, {
    suggestion: 'Do not retry or look for a workaround. Ask the user for what you need.',
  });
}

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
  /**
   * Resolves, then acts. Errors of the file system become failures and are logged; any other error
   * is a defect and is thrown again.
   */
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
      if (errnoOf(error) === '') throw error;
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
