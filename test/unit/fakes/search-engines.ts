import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { locateRipgrep } from '../../../src/adapters/search/locate-ripgrep';
import { createSearch, type SearchDeps } from '../../../src/adapters/search/search';
import type { FindRequest, GrepRequest, GrepResult, Search } from '../../../src/core/ports/search';
import type { Result } from '../../../src/core/contracts/failure';
import { quietSignal, type TemporaryWorkspace } from './temporary-workspace';

/** The bundle of the search worker as in the product, in a temporary folder. */
export interface BuiltWorker {
  readonly workerPath: string;
  dispose(): void;
}

export async function buildSearchWorker(): Promise<BuiltWorker> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-worker-'));
  const workerPath = path.join(folder, 'search-worker.js');
  await esbuild.build({
    entryPoints: ['src/adapters/search/search-worker.ts'],
    outfile: workerPath,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
  });
  return { workerPath, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The ripgrep of the VS Code server in the harness cache, if it was fetched. */
export function installedRipgrep(): string | undefined {
  const cache = path.join(homedir(), '.cache', 'gatehouse');
  const servers = existsSync(cache) ? readdirSync(cache) : [];
  return servers
    .map((name) => path.join(cache, name, 'node_modules/code-server/lib/vscode'))
    .map((appRoot) => locateRipgrep(appRoot, process, existsSync))
    .find((program) => program !== undefined);
}

/** The available engines: always the worker, and ripgrep if installed. */
export function engines(): readonly { readonly name: string; readonly program?: string }[] {
  const program = installedRipgrep();
  return [{ name: 'worker' }, ...(program === undefined ? [] : [{ name: 'ripgrep', program }])];
}

export interface OpenedSearch {
  readonly search: Search;
  /** `file:line:text` for matches and `file-line-text` for context, or the code of the failure. */
  readonly grep: (pattern: string, more?: Partial<GrepRequest>) => Promise<readonly string[]>;
  readonly grepWhole: (pattern: string, more?: Partial<GrepRequest>) => Promise<Result<GrepResult>>;
  /** Paths relative to the base, or the code of the failure. */
  readonly find: (pattern: string, more?: Partial<FindRequest>) => Promise<readonly string[]>;
}

/** The search of a temporary workspace, with ripgrep if given, otherwise with the worker. */
export function openSearch(
  ws: TemporaryWorkspace,
  worker: BuiltWorker,
  deps: Partial<SearchDeps> & { readonly program?: string | undefined } = {},
): OpenedSearch {
  const { program, ...more } = deps;
  const search = createSearch({
    files: ws.files,
    workspace: ws,
    excluded: () => [],
    unsaved: () => Promise.resolve([]),
    ripgrep: { path: () => program, environment: {} },
    workerPath: worker.workerPath,
    log: () => undefined,
    // A busy machine is no endless search; tests of the limit have their own.
    limitMs: 120_000,
    ...more,
  });
  const common = { path: '.', includeIgnored: false, signal: quietSignal() };
  const limits = { caseSensitive: true, context: 0, maxMatches: 200, maxBytes: 100_000 };
  const grepWhole: OpenedSearch['grepWhole'] = (pattern, asked = {}) =>
    search.grep({ ...common, ...limits, pattern, ...asked });
  return {
    search,
    grepWhole,
    grep: async (pattern, asked) => {
      const found = await grepWhole(pattern, asked);
      if (!found.ok) return [found.failure.errorCode];
      return found.value.matches.map(({ path: file, line, text, isContext }) => {
        const sign = isContext ? '-' : ':';
        return `${path.relative(ws.base, file)}${sign}${String(line)}${sign}${text}`;
      });
    },
    find: async (pattern, asked = {}) => {
      const found = await search.find({ ...common, maxResults: 200, pattern, ...asked });
      if (!found.ok) return [found.failure.errorCode];
      return found.value.paths.map((file) => path.relative(ws.base, file));
    },
  };
}
