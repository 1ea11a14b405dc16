import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { locateRipgrep } from '../../../src/adapters/search/locate-ripgrep';
import { createSearch, type SearchDeps } from '../../../src/adapters/search/search';
import type { FindRequest, GrepRequest, GrepResult, Search } from '../../../src/core/ports/search';
import type { Result } from '../../../src/core/contracts/failure';
import { cacheDir } from '../../harness/cache.mjs';
import { quietSignal, type TemporaryWorkspace } from './temporary-workspace';

/** The ripgrep of the VS Code server in the harness cache. */
export function installedRipgrep(): string {
  const cache = cacheDir();
  const servers = existsSync(cache) ? readdirSync(cache) : [];
  const program = servers
    .map((name) => path.join(cache, name, 'node_modules/code-server/lib/vscode'))
    .map((appRoot) => locateRipgrep(appRoot, process, existsSync))
    .find((found) => found !== undefined);
  if (program !== undefined) return program;
  throw new Error('There is no ripgrep to test with. Run "npm test -- provision".');
}

export interface OpenedSearch {
  readonly search: Search;
  /** `file:line:text` for matches and `file-line-text` for context, or the code of the failure. */
  readonly grep: (pattern: string, more?: Partial<GrepRequest>) => Promise<readonly string[]>;
  readonly grepWhole: (pattern: string, more?: Partial<GrepRequest>) => Promise<Result<GrepResult>>;
  /** Paths relative to the base, or the code of the failure. */
  readonly find: (pattern: string, more?: Partial<FindRequest>) => Promise<readonly string[]>;
}

/** The search of a temporary workspace, with the installed ripgrep unless another is given. */
export function openSearch(
  ws: TemporaryWorkspace,
  deps: Partial<SearchDeps> & { readonly program?: string | undefined } = {},
): OpenedSearch {
  const { program, ...more } = deps;
  const search = createSearch({
    files: ws.guard,
    workspace: ws,
    excluded: () => [],
    unsaved: () => Promise.resolve([]),
    ripgrep: { path: () => program ?? installedRipgrep(), environment: {} },
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
