import { escapeControlInline } from '../../core/base/escape-control';
import { classifyPathText } from '../../core/base/path-text';
import { displayPath, isInside, resolveAgainst, type PathStyle } from '../../core/base/paths';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { LocatedPath, ResolvedPath } from '../../core/contracts/call-paths';
import type { Workspace } from '../../core/ports/workspace';
import { canonicalPath } from './canonical-path';
import { errnoFailure } from './errno-failure';
import { compileReadRules, type ReadRuleLists, type ReadRules } from './read-rules';

export interface PathGuardDeps {
  readonly workspace: Workspace;
  /** Globs on canonical absolute paths; read at each call, so that settings apply at once. */
  readonly denyRead: () => readonly string[];
  readonly allowRead: () => readonly string[];
}

/** Decides which paths may be touched at all, whoever calls (DESIGN section 2, effect guard). */
export interface PathGuard {
  resolve(path: string): Promise<Result<ResolvedPath>>;
  /** Where an absolute path leads, `..` taken as the file system takes it; grants nothing. */
  locate(path: string): Promise<Result<LocatedPath>>;
  /** True for a canonical path inside a root that the deny and allow lists let through. */
  mayRead(real: string): boolean;
  /** The path as people and models know it, with nothing in it that cannot be seen. */
  show(path: string): string;
}

export function createPathGuard(deps: PathGuardDeps): PathGuard {
  const { workspace } = deps;
  const rules = cachedRules(deps);
  const style = (): PathStyle => styleOf(workspace);
  const rootOf = (real: string): string | undefined =>
    workspace
      .roots()
      .filter((root) => isInside(root, real, style()))
      .sort((a, b) => b.length - a.length)[0];
  const show = (path: string): string =>
    escapeControlInline(displayPath(workspace.roots(), path, style()));

  const resolve = async (path: string): Promise<Result<ResolvedPath>> => {
    const asked = absolutePath(path, workspace);
    if (!asked.ok) return asked;
    const shown = show(asked.value);
    try {
      const { real, exists } = await canonicalPath(asked.value);
      const root = rootOf(real);
      if (root === undefined) return fail(outside(shown));
      if (!rules().mayRead(real)) return fail(denied(shown));
      return succeed({ asked: asked.value, real, exists, root });
    } catch (error) {
      // What cannot be looked at is judged by its text, so that nothing is told of the outside.
      const known = rootOf(asked.value) !== undefined;
      return fail(known ? errnoFailure(error, shown) : outside(shown));
    }
  };

  const locate = async (path: string): Promise<Result<LocatedPath>> => {
    const problem = classifyPathText(path, workspace.separator());
    if (problem !== undefined) return fail(failure('validation', problem.message));
    try {
      const { real, exists } = await canonicalPath(path);
      const forbidden = !rules().mayRead(real);
      return succeed({ asked: path, real, exists, root: rootOf(real), forbidden });
    } catch (error) {
      return fail(errnoFailure(error, show(path)));
    }
  };

  return {
    resolve,
    locate,
    show,
    mayRead: (real) => rootOf(real) !== undefined && rules().mayRead(real),
  };
}

/** Trust, an open folder, and a text that names a path: in this order, before any file is touched. */
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
  return failure('authz_denied', 'This workspace is not trusted, so no file may be touched.', {
    suggestion: 'Ask the user to trust the workspace (Workspaces: Manage Workspace Trust).',
  });
}

function noFolder(): Failure {
  return failure('unavailable', 'No folder is open.', {
    category: 'permanent_failure',
    suggestion: 'Ask the user to open a folder in VS Code.',
  });
}

function outside(shown: string): Failure {
  return failure('policy_denied', `This path lies outside the workspace: ${shown}`, {
    suggestion: 'Do not retry. Use a path inside the workspace folders, or ask the user.',
  });
}

function denied(shown: string): Failure {
  return failure('policy_denied', `The file settings forbid this path: ${shown}`, {
    suggestion: 'Do not retry or look for another way to it. Ask the user for what you need.',
  });
}
