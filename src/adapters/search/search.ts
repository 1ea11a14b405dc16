import { say } from '../../core/base/sentence';
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { escapeControlInline } from '../../core/base/escape-control';
import { sizeOf } from '../../core/base/wording';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { GrepResult, Search, SearchRequest } from '../../core/ports/search';
import type { Workspace } from '../../core/ports/workspace';
import type { PathGuard } from '../files/path-guard';
import { errnoFailure } from '../files/errno-failure';
import { MatchCollector, PathCollector, type MatchLimits } from './collect-results';
import { globProblem, createFileFilter } from './file-filter';
import { findIgnoreBase } from './parent-ignore-files';
import { comparePaths } from './path-order';
import { Ripgrep, type RipgrepProgram } from './ripgrep';
import { maxNamedBytes, type FindJob, type GrepJob, type SearchScope } from './search-job';

export interface SearchDeps {
  /** The effect guard for every path in and every result out. */
  readonly files: Pick<PathGuard, 'resolve' | 'mayRead' | 'limitOf'>;
  readonly workspace: Workspace;
  /** Globs, relative to this allowed folder, that the settings exclude (`files.exclude`). */
  readonly excluded: (root: string) => readonly string[];
  /** Canonical paths of documents with unsaved changes. */
  readonly unsaved: () => Promise<readonly string[]>;
  readonly ripgrep: RipgrepProgram;
  /** Milliseconds that a search may take. */
  readonly limitMs?: number;
}

/** Shorter than the time limit of tools, so that the search itself can report the cause. */
const defaultLimitMs = 20_000;

/**
 * Search of the workspace. Results are inside the allowed folders and off the deny list; links are
 * not followed (003-tools-3: results are filtered after the match).
 */
export function createSearch(deps: SearchDeps): Search {
  const ripgrep = new Ripgrep(deps.ripgrep, deps.limitMs ?? defaultLimitMs);
  const sizes: AskedSizes = { areAsked: false };
  const isListed = (path: string): boolean => deps.files.mayRead(path);
  /** What asks is searched only if it was named, and so was asked for. */
  const isReadIn = ({ target }: SearchScope) => {
    return (path: string): boolean =>
      isListed(path) && (path === target || deps.files.limitOf(path) === undefined);
  };

  return {
    grep: async (request) => {
      const problem = globFieldProblem(request.glob);
      if (problem !== undefined) return fail(problem);
      const scope = await openScope(deps, request, request.glob);
      if (!scope.ok) return scope;
      const { pattern, caseSensitive, context, maxMatches, signal } = request;
      const asked = { scope: scope.value, pattern, caseSensitive, context, signal };
      const job = { ...asked, maxPerFile: maxMatches + 1 };
      const mayRead = isReadIn(scope.value);
      const found = await collectMatches({ ripgrep, sizes }, job, request, mayRead);
      if (!found.ok) return found;
      const unsaved = (await deps.unsaved()).filter(mayRead);
      const searched = await searchedOf(unsaved, { scope: scope.value, signal }, ripgrep);
      return searched.ok ? succeed({ ...found.value, unsaved: searched.value }) : searched;
    },

    find: async (request) => {
      const problem = globProblem(request.pattern, 'pattern');
      if (problem !== undefined) return fail(problem);
      const scope = await openScope(deps, request, request.pattern);
      if (!scope.ok) return scope;
      if (scope.value.targetIsFile) return fail(notAFolder());
      const job = { scope: scope.value, signal: request.signal };
      const collector = new PathCollector(request.maxResults, isListed);
      const ran = await ripgrep.find(job, (path) => collector.add(path));
      if (!ran.ok) return ran;
      const unsaved = new Set(await deps.unsaved());
      const found = collector.result();
      return succeed({ ...found, unsaved: found.paths.filter((path) => unsaved.has(path)) });
    },
  };
}

/** Set once a search took long: it may have read large files. */
interface AskedSizes {
  areAsked: boolean;
}

/**
 * The matching lines, or the first of them by path. ripgrep reports files in no order and is fast:
 * only if there are too many results, it searches again in order, which then ends early.
 */
async function collectMatches(
  { ripgrep, sizes }: { readonly ripgrep: Ripgrep; readonly sizes: AskedSizes },
  job: Omit<GrepJob, 'inOrder' | 'asksSizes'>,
  limits: MatchLimits,
  mayRead: (path: string) => boolean,
): Promise<Result<Omit<GrepResult, 'unsaved'>>> {
  const collect = async (inOrder: boolean): Promise<Result<Omit<GrepResult, 'unsaved'>>> => {
    const asksSizes = sizes.areAsked || job.scope.targetIsFile;
    const found = new MatchCollector(limits, mayRead);
    const ran = await ripgrep.grep({ ...job, inOrder, asksSizes }, (lines) => found.add(lines));
    if (ran.ok) return succeed(found.result());
    if (asksSizes || ran.failure.errorCode !== 'timeout') return ran;
    sizes.areAsked = true;
    return collect(inOrder);
  };
  const inOrder = job.scope.targetIsFile;
  const found = await collect(inOrder);
  return found.ok && found.value.cut !== undefined && !inOrder ? collect(true) : found;
}

async function openScope(
  { files, workspace, excluded }: SearchDeps,
  { path, includeIgnored }: SearchRequest,
  glob: string | undefined,
): Promise<Result<SearchScope>> {
  const resolved = await files.resolve(path);
  if (!resolved.ok) return resolved;
  const { real, root } = resolved.value;
  try {
    const stats = await stat(real);
    const problem = targetProblem(stats);
    if (problem !== undefined) return fail(problem);
    return succeed({
      target: real,
      targetIsFile: stats.isFile(),
      root,
      excluded: includeIgnored ? [] : excluded(root),
      glob,
      ignoreCase: !workspace.caseSensitive(),
      ignore: includeIgnored ? undefined : await findIgnoreBase(real, root),
    });
  } catch (error) {
    return fail(errnoFailure(error, escapeControlInline(path)));
  }
}

function targetProblem(stats: Stats): Failure | undefined {
  if (!stats.isFile() && !stats.isDirectory()) {
    return failure('policy_denied', say`This is a device or a pipe, which cannot be searched.`);
  }
  if (!stats.isFile() || stats.size <= maxNamedBytes) return undefined;
  const most = sizeOf(maxNamedBytes);
  return failure(
    'execution',
    say`This file is ${sizeOf(stats.size)}; files over ${most} are not searched.`,
    {
      suggestion: 'Read parts of it, or search it with bash.',
    },
  );
}

function globFieldProblem(glob: string | undefined): Failure | undefined {
  return glob === undefined ? undefined : globProblem(glob, 'glob');
}

function notAFolder(): Failure {
  return failure('validation', say`path must be a folder to find files in.`, {
    suggestion: 'Pass the folder as path and the name as pattern.',
  });
}

/** Those of the files that a search reads. */
async function searchedOf(
  files: readonly string[],
  { scope, signal }: FindJob,
  ripgrep: Ripgrep,
): Promise<Result<readonly string[]>> {
  const { target, targetIsFile } = scope;
  const filter = createFileFilter(scope);
  const folder = target.endsWith(path.sep) ? target : target + path.sep;
  const inside = new Set(
    files.filter((file) => (targetIsFile || file.startsWith(folder)) && filter.accepts(file)),
  );
  // Ignore files and the `.git` folder count only below a folder.
  if (targetIsFile || inside.size === 0) return succeed([...inside]);
  const searched: string[] = [];
  const named = { ...scope, glob: globOf(inside) ?? scope.glob };
  const ran = await ripgrep.find({ scope: named, signal }, (file) => {
    if (inside.has(file)) searched.push(file);
  });
  return ran.ok ? succeed(searched.sort(comparePaths)) : ran;
}

/** The names of the files as a glob, to list fewer; undefined if one has a character of globs. */
function globOf(files: ReadonlySet<string>): string | undefined {
  const names = [...files].map((file) => path.basename(file));
  if (!names.every((name) => /^[\w.-]+$/.test(name))) return undefined;
  return names.length === 1 ? names[0] : `{${names.join(',')}}`;
}
