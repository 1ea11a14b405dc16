import assert from 'node:assert/strict';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { probeFiles, probesFolder } from './probe-comments';

/** Reasons why `entryPoints` cannot run in a plain JavaScript engine. */
async function problems(entryPoints: string[]): Promise<string[]> {
  const built = await esbuild
    .build({
      bundle: true,
      conditions: ['import'],
      entryPoints,
      logLevel: 'silent',
      mainFields: ['module', 'main'],
      outdir: 'out',
      platform: 'neutral',
      write: false,
    })
    .catch((error: unknown) => {
      if (error instanceof Error && 'errors' in error) return error;
      throw error;
    });
  if ('outputFiles' in built) return [];
  return built.message.split('\n').filter((line) => line.includes('ERROR'));
}

const probes = path.join(probesFolder, 'core-bundle');

describe('core', () => {
  it('bundles without VS Code, Node or any other external', async () => {
    const files = probeFiles('src/core').map((file) => path.join('src/core', file));
    assert.deepEqual(await problems(files), []);
  }).timeout(300_000);

  for (const file of probeFiles(probes)) {
    it(`would fail on ${file}`, async () => {
      assert.match((await problems([path.join(probes, file)])).join('\n'), /Could not resolve/);
    });
  }
});
