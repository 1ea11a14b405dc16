import { say, sayOf } from '../../core/base/sentence';
import { homedir } from 'node:os';
import { escapeControlInline } from '../../core/base/escape-control';
import { classifyPathText } from '../../core/base/path-text';
import {
  displayPath,
  isInside,
  pathBaseName,
  resolveAgainst,
  type PathStyle,
} from '../../core/base/paths';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type {
  LimitedPath,
  LocatedPath,
  ReadLimit,
  ResolvedPath,
} from '../../core/contracts/calls/call-paths';
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
import { compileReadRules, perLists, type ReadRules } from './read-rules';

export interface PathGuardDeps {
  readonly workspace: Workspace;
  /** Globs on canonical absolute paths; read at each call, so that settings apply at once. */
  readonly readLists: {
    readonly deny: () => readonly string[];
    readonly ask: () => readonly string[];
    readonly allow: () => readonly string[];
  };
  /** Folders for file tools and for commands; if empty, the open folders (003-tools-2). */
  readonly allowedPaths: () => readonly string[];
  readonly commandPaths: () => readonly string[];
  /** For the log that users see: paths and codes, never contents. */
  readonly log: (line: string) => void;
}

type PathUse = NonNullable<ResolveOptions['use']> | 'spelled' | 'recorded';

/** A path that an operation needs. */
export interface RequestedPath {
  readonly path: string;
  /** What an earlier step has resolved it to: judged again, not resolved again. */
  readonly resolved?: ResolvedPath | undefined;
  /**
   * `file`: the target of a link. `entry`: the entry itself, as the disk spells it. `place`: a new
   * entry, spelled as requested. `recorded`: one that the user may undo, in the folders of file tools
   * and commands, whatever the read lists deny to tools.
   */
  readonly as: 'file' | 'entry' | 'place' | 'recorded';
  /**
   * Some paths are never changed, whoever calls and whatever is allowed (decision own-policy).
   * `makeFolder`: our own folders; their parents exist or do no harm. `change`, to write, move there
   * or restore: also the parents of our own folders. `remove`, also to move away: also open and
   * allowed folders and their parents (003-tools-6).
   */
  readonly to?: 'makeFolder' | 'change' | 'remove';
}

const useOf = { file: 'file', entry: 'spelled', place: 'entry', recorded: 'recorded' } as const;

/**
 * Decides which paths may be accessed, whoever calls (decision effect-guard), and lets operations
 * act only on canonical paths that it has allowed.
 */
export class PathGuard {
  private readonly rules: () => ReadRules;
  private readonly forFiles: () => readonly string[];
  private readonly forCommands: () => readonly string[];
  private readonly known = new WeakSet<ResolvedPath>();

  constructor(private readonly deps: PathGuardDeps) {
    const { workspace, allowedPaths, commandPaths, log } = deps;
    const { deny, ask, allow } = deps.readLists;
    const folders = (setting: string, list: () => readonly string[]) =>
      createAllowedFolders({ workspace, list, setting, log });
    this.forFiles = folders('gatehouse.file.allowedPaths', allowedPaths);
    this.forCommands = folders('gatehouse.shell.allowedPaths', commandPaths);
    this.rules = perLists(
      () => [deny(), ask(), allow()],
      () => compileReadRules({ deny: deny(), ask: ask(), allow: allow() }, this.style()),
    );
  }

  /** See `Files.resolve`. A relative path starts at the first open folder. */
  resolve(path: string, { use = 'file' }: ResolveOptions = {}): Promise<Result<ResolvedPath>> {
    return this.judge(path, use);
  }

  /** See `Files.locate`. Resolves an absolute path, including `..`, like the file system. */
  async locate(asked: string, from?: string): Promise<Result<LocatedPath>> {
    const path = asked.replace(/^~(?=\/|$)/, homedir());
    const problem = classifyPathText(path, this.deps.workspace.separator());
    if (problem !== undefined) return fail(failure('validation', problem.message));
    try {
      const { real, exists } = await canonicalPath(path, from);
      const root = this.holderOf(real, this.forCommands());
      const limit = this.limitOf(real);
      return succeed({ asked: path, real, exists, root, ...(limit && { limit }) });
    } catch (error) {
      return fail(errnoFailure(error, this.show(path)));
    }
  }

  /** True for a canonical path inside an allowed folder that the lists do not deny. */
  mayRead(real: string): boolean {
    return this.holderOf(real, this.forFiles()) !== undefined && !this.isDenied(real);
  }

  /** What the lists say about a canonical path, wherever it is. */
  limitOf(real: string): ReadLimit | undefined {
    const lower = real.toLowerCase();
    // Comparing texts is faster than comparing folders.
    const isStored = this.deps.workspace
      .storageFolders()
      .some((at) => lower.includes(pathBaseName(at).toLowerCase()) && this.isIn(at, real));
    return isStored ? stored : this.rules().limitOf(real);
  }

  /** Those of the paths that the lists limit. */
  limited(paths: readonly string[]): readonly LimitedPath[] {
    return paths.flatMap((path) => {
      const limit = this.limitOf(path);
      return limit === undefined ? [] : { path, ...limit };
    });
  }

  private isDenied(real: string): boolean {
    return this.limitOf(real)?.verdict === 'deny';
  }

  /** Ignores case on every system: its disks may be case-insensitive. */
  private isIn(folder: string, path: string): boolean {
    const style = { separator: this.deps.workspace.separator(), caseSensitive: false };
    return isInside(folder.normalize(), path.normalize(), style);
  }

  /** The displayed path, with invisible characters escaped. */
  show(path: string): string {
    return escapeControlInline(displayPath(this.deps.workspace.roots(), path, this.style()));
  }

  /** How paths of this workspace are compared. */
  style(): PathStyle {
    const { workspace } = this.deps;
    return { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  }

  /**
   * Resolves, then acts. Errors of the file system become failures and are logged; any other error
   * is a defect and is thrown again.
   */
  async use<T>(
    asked: RequestedPath,
    signal: AbortSignal,
    act: (target: GuardedTarget) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const target = await this.targetOf(asked);
    return target.ok ? this.run(target.value, signal, () => act(target.value)) : target;
  }

  /** The same for a source and a destination. */
  async useBoth<T>(
    asked: Readonly<Record<keyof Ends, RequestedPath>>,
    signal: AbortSignal,
    act: (ends: Ends) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const from = await this.targetOf(asked.from);
    if (!from.ok) return from;
    const to = await this.targetOf(asked.to);
    if (!to.ok) return to;
    const { resolved, shown } = from.value;
    const both = { resolved, shown: resolved.exists ? `${shown} to ${to.value.shown}` : shown };
    return this.run(both, signal, () => act({ from: from.value, to: to.value }));
  }

  private async judge(path: string, use: PathUse): Promise<Result<ResolvedPath>> {
    const asked = absolutePath(path, this.deps.workspace);
    if (!asked.ok) return asked;
    const shown = (): string => this.show(asked.value);
    const folders = this.foldersFor(use);
    const strictest = (paths: readonly string[]): ReadLimit | undefined => {
      const limits = use === 'recorded' ? [] : this.limited(paths);
      return limits.find(({ verdict }) => verdict === 'deny') ?? limits[0];
    };
    try {
      const { real, exists, spelled } = this.isOpenFolder(asked.value, use)
        ? { real: asked.value, exists: true, spelled: asked.value }
        : await find(asked.value, use);
      const root = this.holderOf(real, folders);
      if (root === undefined) return fail(this.outside(shown(), use));
      const limit = strictest([real, spelled]);
      const refused = limit && refusalOf(limit, shown());
      if (refused !== undefined) return fail(refused);
      const found = use === 'spelled' ? spelled : real;
      const asks = limit && { asks: limit.why };
      const resolved = { asked: asked.value, real: found, exists, root, ...asks };
      this.known.add(resolved);
      return succeed(resolved);
    } catch (error) {
      // Judge the resolved part only, so that nothing is disclosed about outside or denied paths.
      const reached = reachedBy(error) ?? asked.value;
      if (this.holderOf(reached, folders) === undefined) return fail(this.outside(shown(), use));
      return fail(refusalOf(strictest([reached]), shown()) ?? errnoFailure(error, shown()));
    }
  }

  /** Canonical already; whoever runs a command in it looks again whether it was replaced. */
  private isOpenFolder(asked: string, use: PathUse): boolean {
    return use === 'command' && this.deps.workspace.roots().includes(asked);
  }

  private foldersFor(use: PathUse): readonly string[] {
    if (use === 'command') return this.forCommands();
    return use === 'recorded' ? [...this.forFiles(), ...this.forCommands()] : this.forFiles();
  }

  /** Settings and trust may have changed since it was resolved; the disk is not looked at. */
  private judgeAgain(resolved: ResolvedPath): Result<ResolvedPath> {
    if (!this.known.has(resolved)) throw new TypeError('The guard did not resolve this path.');
    const { asked, real } = resolved;
    if (!this.deps.workspace.isTrusted()) return fail(untrusted());
    const isOurs = this.holderOf(real, this.forFiles()) !== undefined;
    if (!isOurs) return fail(this.outside(this.show(asked), 'file'));
    const refused = refusalOf(this.limitOf(real), this.show(asked));
    return refused === undefined ? succeed(resolved) : fail(refused);
  }

  private async targetOf(asked: RequestedPath): Promise<Result<GuardedTarget>> {
    // Resolve only once: a second result could differ and would not be checked.
    const resolved =
      asked.resolved === undefined
        ? await this.judge(asked.path, useOf[asked.as])
        : this.judgeAgain(asked.resolved);
    if (!resolved.ok) return resolved;
    const target = { resolved: resolved.value, shown: this.show(resolved.value.asked) };
    const refused = asked.to && this.changeRefusal(target, asked.to);
    return refused === undefined ? succeed(target) : fail(refused);
  }

  private changeRefusal(
    { resolved: { real }, shown }: GuardedTarget,
    to: NonNullable<RequestedPath['to']>,
  ): Failure | undefined {
    const { workspace } = this.deps;
    const kept = to === 'remove' ? [...workspace.roots(), ...this.forFiles()] : [];
    if (kept.some((folder) => this.isIn(real, folder))) return openFolderItself(shown);
    const isOwn = (own: string): boolean =>
      this.isIn(own, real) || (to !== 'makeFolder' && this.isIn(real, own));
    return workspace.ownFolders().some(isOwn) ? ownFolder(shown) : undefined;
  }

  private async run<T>(
    { resolved, shown }: GuardedTarget,
    signal: AbortSignal,
    act: () => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (isAborted(signal)) return fail(cancelled(shown));
    try {
      return await act();
    } catch (error) {
      if (isAborted(signal) && error === signal.reason) {
        return fail(
          cancelled(shown, say`It was cancelled, and part of it may already be deleted: ${shown}`),
        );
      }
      if (errnoOf(error) === '') throw error;
      const isGone = isMissing(error) && resolved.exists;
      const failed = isGone ? vanished(shown) : errnoFailure(error, shown);
      this.deps.log(`files: ${failed.category}: ${failed.message}`);
      return fail(failed);
    }
  }

  /** The innermost of the folders that contains a path. */
  private holderOf(real: string, folders: readonly string[]): string | undefined {
    const style = this.style();
    let holder: string | undefined;
    for (const folder of folders) {
      const isInner = holder === undefined || folder.length > holder.length;
      if (isInner && isInside(folder, real, style)) holder = folder;
    }
    return holder;
  }

  private outside(shown: string, use: PathUse): Failure {
    const { commandPaths, allowedPaths } = this.deps;
    const isLimited = (use === 'command' ? commandPaths() : allowedPaths()).length > 0;
    const where = isLimited
      ? say`This path is outside the folders that the settings allow: ${shown}`
      : say`This path is outside the workspace: ${shown}`;
    return failure('policy_denied', where, {
      suggestion: 'Do not retry. Use a path inside the workspace folders, or ask the user.',
    });
  }
}

const stored: ReadLimit = { verdict: 'deny', why: say`${''} is in Gatehouse's own storage` };

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
  if (use !== 'file' && use !== 'command') return canonicalEntry(asked);
  const found = await canonicalPath(asked);
  return { ...found, spelled: found.real };
}

function untrusted(): Failure {
  return failure('authz_denied', say`This workspace is not trusted, so files cannot be accessed.`, {
    suggestion: 'Ask the user to trust the workspace (Workspaces: Manage Workspace Trust).',
  });
}

function noFolder(): Failure {
  return failure('unavailable', say`No folder is open.`, {
    category: 'permanent_failure',
    suggestion: 'Ask the user to open a folder in VS Code.',
  });
}

function refusalOf(limit: ReadLimit | undefined, shown: string): Failure | undefined {
  if (limit?.verdict !== 'deny') return undefined;
  const message = say`The file settings deny access to this path: ${sayOf(shown, limit.why)}`;
  return failure('policy_denied', message, {
    suggestion: 'Do not retry or look for a workaround. Ask the user for what you need.',
  });
}
