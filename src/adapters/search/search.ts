import { stat } from 'node:fs/promises';
import { escapeControlInline } from '../../core/base/escape-control';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Search } from '../../core/ports/search';
import type { Workspace } from '../../core/ports/workspace';
import { errnoFailure } from '../files/errno-failure';
import type { GuardedFiles } from '../files/guarded-files';
import { globProblem } from './bad-pattern';
import { MatchCollector, PathCollector } from './collect-results';
import { findIgnoreBase } from './ignore-base';
import { createRipgrepEngine } from './ripgrep-engine';
import type { SearchEngine, SearchJob } from './search-engine';
import { createWorkerEngine } from './worker-engine';

export interface SearchDeps {
  /** The effect guard: every path in and every result out passes it. */
  readonly files: Pick<GuardedFiles, 'resolve' | 'mayRead'>;
  readonly workspace: Workspace;
  /** ripgrep's program file; undefined when there is none. */
  readonly ripgrepPath: () => string | undefined;
  /** The bundle of `search-worker.ts`, used where ripgrep is missing or does not start. */
  readonly workerPath: string;
  readonly workerLimitMs?: number;
  /** For the log a person reads. */
  readonly log: (line: string) => void;
}

/** Shorter than the time a tool may take, so that the search itself can say what went wrong. */
const defaultWorkerLimitMs = 20_000;

/**
 * Search of the workspace. Results are inside the roots and off the deny list; links are not
 * followed (003 FileExecutor: results are filtered after the match).
 */
export function createSearch(deps: SearchDeps): Search {
  const worker = createWorkerEngine({
    workerPath: deps.workerPath,
    limitMs: deps.workerLimitMs ?? defaultWorkerLimitMs,
  });
  const mayRead = (path: string): boolean => deps.files.mayRead(path);

  const withEngine = async (
    run: (engine: SearchEngine) => Promise<Result<void>>,
  ): Promise<Result<void>> => {
    const program = deps.ripgrepPath();
    if (program === undefined) return run(worker);
    const ran = await run(createRipgrepEngine(program));
    if (ran.ok || ran.failure.errorCode !== 'unavailable') return ran;
    deps.log(`search: ${ran.failure.message} Searching without it.`);
    return run(worker);
  };

  return {
    grep: async ({ path, pattern, caseSensitive, maxMatches, signal }) => {
      const job = await prepare(deps, path, signal);
      if (!job.ok) return job;
      const found = new MatchCollector(maxMatches, mayRead);
      const maxPerFile = maxMatches + 1;
      const ran = await withEngine((engine) =>
        engine.grep({ ...job.value, pattern, caseSensitive, maxPerFile }, (m) => found.add(m)),
      );
      return ran.ok ? succeed(found.result()) : ran;
    },

    find: async ({ path, pattern, maxResults, signal }) => {
      const problem = globProblem(pattern);
      if (problem !== undefined) return fail(problem);
      const job = await prepare(deps, path, signal);
      if (!job.ok) return job;
      if (job.value.targetIsFile) return fail(notAFolder());
      const found = new PathCollector(maxResults, mayRead);
      const ignoreCase = !deps.workspace.caseSensitive();
      const ran = await withEngine((engine) =>
        engine.find({ ...job.value, pattern, ignoreCase }, (file) => found.add(file)),
      );
      return ran.ok ? succeed(found.result()) : ran;
    },
  };
}

async function prepare(
  { files }: SearchDeps,
  path: string,
  signal: AbortSignal,
): Promise<Result<SearchJob>> {
  const resolved = await files.resolve(path);
  if (!resolved.ok) return resolved;
  const { real, root } = resolved.value;
  try {
    const stats = await stat(real);
    if (!stats.isFile() && !stats.isDirectory()) return fail(notSearchable());
    const ignore = await findIgnoreBase(real, root);
    return succeed({ target: real, targetIsFile: stats.isFile(), ignore, signal });
  } catch (error) {
    return fail(errnoFailure(error, escapeControlInline(path)));
  }
}

function notAFolder(): Failure {
  return failure('validation', 'path must be a folder to find files in.', {
    suggestion: 'Give the folder in path and the name in pattern.',
  });
}

function notSearchable(): Failure {
  return failure('policy_denied', 'This is a device or a pipe, which cannot be searched.');
}
