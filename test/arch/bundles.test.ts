import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';
import { probeFiles } from './probe-comments';

const main = 'src/extension.ts';

const globs = ['@isaacs/nonrecursive-glob-match', 'balanced-match', 'brace-expansion', 'minimatch'];

/** The packages inside each bundle of the extension host (decision lazy-bundles). */
const packages = new Map([
  [main, [...globs, 'zod']],
  ['src/adapters/http/undici-entry.ts', ['undici']],
  ['src/adapters/llm/llm-entry.ts', ['eventsource-parser']],
  ['src/adapters/search/search-entry.ts', [...globs, 'zod']],
  ['src/adapters/search/search-worker.ts', [...globs, 'zod']],
  ['src/adapters/shell/shell-entry.ts', ['web-tree-sitter']],
  ['src/adapters/store/sql-js-entry.ts', ['sql.js']],
  ['src/adapters/store/store-entry.ts', ['zod']],
  ['src/core/agent/agent-entry.ts', []],
  ['src/core/tools/files/file-tools-entry.ts', []],
  ['src/host/context/context-entry.ts', []],
  ['src/host/diagnostics/diagnostics-entry.ts', []],
  ['src/host/files/files-entry.ts', [...globs, 'diff'].sort()],
  ['src/host/filters/filters-entry.ts', ['smol-toml', 'zod']],
  ['src/host/models/vscode-llm-entry.ts', []],
  ['src/host/panel/page/page-entry.ts', ['diff']],
  ['src/host/workspace-stores/places-entry.ts', []],
  ['src/host/secrets/secrets-entry.ts', []],
  ['src/host/settings/notes-entry.ts', []],
  ['src/host/terminals/terminals-entry.ts', []],
  ['src/host/transaction/transaction-entry.ts', globs],
  ['src/host/views/views-entry.ts', []],
]);

/** Every file inside the bundle of `entryPoint`; what is loaded lazily is not in it. */
async function bundledFiles(entryPoint: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    bundle: true,
    entryPoints: [entryPoint],
    external: ['vscode', '*-entry'],
    logLevel: 'silent',
    metafile: true,
    platform: 'node',
    write: false,
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
  );
}

function packageOf(file: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
}

describe('bundles of the extension host', () => {
  it('are the extension, each lazy entry and the worker', () => {
    const entries = probeFiles('src').filter((file) => /-(?:entry|worker)\.ts$/.test(file));
    const expected = [main, ...entries.map((file) => `src/${file}`)];
    assert.deepEqual([...packages.keys()].sort(), expected.sort());
  });

  for (const [entryPoint, expected] of packages) {
    it(`${entryPoint} contains exactly its packages`, async () => {
      const files = await bundledFiles(entryPoint);
      const found = new Set(files.flatMap((file) => packageOf(file) ?? []));
      assert.deepEqual([...found].sort(), expected);
    });
  }

  it('the extension contains nothing that only a lazy entry needs', async () => {
    const files = await bundledFiles(main);
    assert.deepEqual(
      files.filter((file) =>
        /^src\/(host\/views|adapters\/(diagnostics|process|transaction)|core\/(shell|wire))\//.test(
          file,
        ),
      ),
      [],
    );
  });
});
