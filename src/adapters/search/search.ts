import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { escapeControlInline } from '../../core/base/escape-control';
import { formatSize } from '../../core/base/wording';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { GrepResult, Search, SearchRequest } from '../../core/ports/search';
import type { Workspace } from '../../core/ports/workspace';
import type { DiskFiles } from '../files/disk-files';
import { errnoFailure } from '../files/errno-failure';
import { MatchCollector, PathCollector, type MatchLimits } from './collect-results';
import { findIgnoreBase, readIgnoreTexts, isIgnored, scopeRules } from './ignore-files';
import { createRipgrepEngine } from './ripgrep-engine';
import {
  maxNamedBytes,
  type GrepJob,
  type SearchEngine,
  type SearchScope,
  badPattern,
} from './search-engine';
import { SearchThreads, createWorkerEngine, findFiles } from './worker-engine';
import { globProblem, createFileFilter } from './file-filter';
import { comparePaths } from './path-order';

export interface SearchDeps {
  /** The effect guard for every path in and every result out. */
  readonly files: Pick<DiskFiles, 'resolve' | 'mayRead'>;
  readonly workspace: Workspace;
  /** Globs, relative to this allowed folder, that the settings exclude (`files.exclude`). */
  readonly excluded: (root: string) => readonly string[];
  /** Canonical paths of documents with unsaved changes. */
  readonly unsaved: () => Promise<readonly string[]>;
  /** Searches in files, where it is installed. */
  readonly ripgrep: RipgrepProgram;
  /** The bundle of `search-worker.ts`: finds files, and searches where ripgrep does not start. */
  readonly workerPath: string;
  /** Milliseconds that a search may take. */
  readonly limitMs?: number;
  /** For the log that users see. */
  readonly log: (line: string) => void;
}

export interface RipgrepProgram {
  /** Its file; undefined when there is none. */
  path(): string | undefined;
  /** Its environment variables. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Shorter than the time limit of tools, so that the search itself can report the cause. */
const defaultLimitMs = 20_000;

type UseEngine = <T>(run: (engine: SearchEngine) => Promise<Result<T>>) => Promise<Result<T>>;

/**
 * Search of the workspace. Results are inside the allowed folders and off the deny list; links are
 * not followed (003-tools-3: results are filtered after the match).
 */
export function createSearch(deps: SearchDeps): Search {
  const { workerPath, limitMs = defaultLimitMs } = deps;
  const threads = new SearchThreads({ workerPath, limitMs });
  const use = chooseEngine(deps, limitMs, createWorkerEngine(threads));
  const mayRead = (path: string): boolean => deps.files.mayRead(path);

  return {
    grep: async (request) => {
      const problem = patternProblem(request.pattern) ?? globFieldProblem(request.glob);
      if (problem !== undefined) return fail(problem);
      const scope = await openScope(deps, request, request.glob);
      if (!scope.ok) return scope;
      const { pattern, caseSensitive, context, maxMatches, signal } = request;
      const asked = { scope: scope.value, pattern, caseSensitive, context, signal };
      const job = { ...asked, maxPerFile: maxMatches + 1 };
      const found = await use((engine) => collectMatches(engine, job, request, mayRead));
      if (!found.ok) return found;
      const unsaved = await unsavedInScope(await deps.unsaved(), scope.value, mayRead);
      return succeed({ ...found.value, unsaved });
    },

    find: async (request) => {
      const problem = globProblem(request.pattern, 'pattern');
      if (problem !== undefined) return fail(problem);
      const scope = await openScope(deps, request, request.pattern);
      if (!scope.ok) return scope;
      if (scope.value.targetIsFile) return fail(notAFolder());
      const job = { scope: scope.value, signal: request.signal };
      const collector = new PathCollector(request.maxResults, mayRead);
      const ran = await findFiles(threads, job, (path) => collector.add(path));
      if (!ran.ok) return ran;
      const unsaved = new Set(await deps.unsaved());
      const found = collector.result();
      return succeed({ ...found, unsaved: found.paths.filter((path) => unsaved.has(path)) });
    },
  };
}

/**
 * The matching lines, or the first of them by path. ripgrep reports files in no order and is fast:
 * only if there are too many results, it searches again in order, which then ends early.
 */
async function collectMatches(
  engine: SearchEngine,
  job: Omit<GrepJob, 'inOrder'>,
  limits: MatchLimits,
  mayRead: (path: string) => boolean,
): Promise<Result<Omit<GrepResult, 'unsaved'>>> {
  const collect = async (inOrder: boolean): Promise<Result<Omit<GrepResult, 'unsaved'>>> => {
    const found = new MatchCollector(limits, mayRead);
    const ran = await engine.grep({ ...job, inOrder }, (lines) => found.add(lines));
    return ran.ok ? succeed(found.result()) : ran;
  };
  const inOrder = engine.isOrdered || job.scope.targetIsFile;
  const found = await collect(inOrder);
  return found.ok && found.value.cut !== undefined && !inOrder ? collect(true) : found;
}

/** ripgrep if available, otherwise (or if it does not start) the worker. */
function chooseEngine(deps: SearchDeps, limitMs: number, worker: SearchEngine): UseEngine {
  return async (run) => {
    const { environment } = deps.ripgrep;
    const program = deps.ripgrep.path();
    if (program === undefined) return run(worker);
    const ran = await run(createRipgrepEngine({ program, environment, limitMs }));
    if (ran.ok || ran.failure.errorCode !== 'unavailable') return ran;
    deps.log(`search: ${ran.failure.message} Searching without it.`);
    return run(worker);
  };
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
    return failure('policy_denied', 'This is a device or a pipe, which cannot be searched.');
  }
  if (!stats.isFile() || stats.size <= maxNamedBytes) return undefined;
  const most = formatSize(maxNamedBytes);
  return failure(
    'execution',
    `This file is ${formatSize(stats.size)}; files over ${most} are not searched.`,
    {
      suggestion: 'Read parts of it, or search it with bash.',
    },
  );
}

function patternProblem(pattern: string): Failure | undefined {
  return pattern.includes('\0')
    ? badPattern('A pattern cannot contain a NUL character.')
    : undefined;
}

function globFieldProblem(glob: string | undefined): Failure | undefined {
  return glob === undefined ? undefined : globProblem(glob, 'glob');
}

function notAFolder(): Failure {
  return failure('validation', 'path must be a folder to find files in.', {
    suggestion: 'Pass the folder as path and the name as pattern.',
  });
}

/** The files with unsaved changes within the search, whose saved text was searched. */
async function unsavedInScope(
  unsaved: readonly string[],
  scope: SearchScope,
  mayRead: (path: string) => boolean,
): Promise<readonly string[]> {
  const filter = createFileFilter(scope);
  const folder = scope.target.endsWith(path.sep) ? scope.target : scope.target + path.sep;
  const inside = unsaved.filter((file) => {
    const isBelow = scope.targetIsFile ? file === scope.target : file.startsWith(folder);
    return isBelow && filter.accepts(file) && mayRead(file);
  });
  const searched = await Promise.all(
    inside.map(async (file) => ((await isLeftOut(file, scope)) ? [] : [file])),
  );
  return searched.flat().sort(comparePaths);
}

/** True if ignore files or a `.git` folder exclude the file or a folder above it. */
async function isLeftOut(file: string, scope: SearchScope): Promise<boolean> {
  const { target, targetIsFile, ignore } = scope;
  if (targetIsFile) return false;
  const names = path.relative(target, file).split(path.sep);
  if (names.includes('.git')) return true;
  if (ignore === undefined) return false;
  const rules = (await readIgnoreTexts(target, file)).map(scopeRules);
  const above = ignore.above.map(scopeRules);
  return names.some((_, at) => {
    const entry = path.join(target, ...names.slice(0, at + 1));
    const below = rules.filter(({ folder }) => folder.length < entry.length);
    return isIgnored({ above, below }, entry, at < names.length - 1);
  });
}
