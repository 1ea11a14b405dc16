// @ts-check
import path from 'node:path';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { run } from '../../harness/process.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/** Where profiles go, and the bundle that they speak of. */
export const outFolder = path.join(root, 'out/bench');

/**
 * Bundles our pipeline as the product is bundled, but for the names: a profile needs them.
 *
 * @returns {Promise<string>} the file
 */
export async function bundleOurs() {
  const generated = await run(process.execPath, ['esbuild.config.mjs', '--generate'], {
    cwd: root,
  });
  if (generated.code !== 0) throw new Error(generated.output);
  const outfile = path.join(outFolder, 'pipeline.cjs');
  await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    entryPoints: ['test/bench/pipeline/ours.ts'],
    format: 'cjs',
    logLevel: 'warning',
    outfile,
    platform: 'node',
    target: 'node20',
  });
  return outfile;
}
