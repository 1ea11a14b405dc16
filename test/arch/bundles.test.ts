import assert from 'node:assert/strict';
import * as esbuild from 'esbuild';

/** The files and packages inside a stage; what it loads later is not in it. */
async function bundledFiles(entryPoint: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    bundle: true,
    entryPoints: [entryPoint],
    external: ['vscode', './work', 'undici', 'sql.js'],
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

function packagesOf(files: readonly string[]): readonly string[] {
  const found = files.flatMap((file) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    return name ?? [];
  });
  return [...new Set(found)].sort();
}

describe('the first stage', () => {
  let files: readonly string[];
  before(async () => {
    files = await bundledFiles('src/extension.ts');
  });

  it('holds no code that runs calls, shows a view or stores anything', () => {
    const second =
      /^src\/(core\/(agent|pipeline\/(around|call|finish|stages)|shell|tools\/(?!known)|wire)|adapters\/(changes|diagnostics|http|llm|process|search|store|transaction)|host\/(panel|views))\//;
    assert.deepEqual(
      files.filter((file) => second.test(file)),
      [],
    );
  });

  it('holds the packages that settings and rules need, and no other', () => {
    assert.deepEqual(packagesOf(files), [
      '@isaacs/nonrecursive-glob-match',
      'balanced-match',
      'brace-expansion',
      'minimatch',
      'zod',
    ]);
  });
});

describe('the second stage', () => {
  it('holds neither undici nor sql.js', async () => {
    const packages = packagesOf(await bundledFiles('src/work.ts'));
    assert.deepEqual(
      packages.filter((name) => ['undici', 'sql.js'].includes(name)),
      [],
    );
    assert.ok(packages.includes('web-tree-sitter'));
  });
});
