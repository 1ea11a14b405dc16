// @ts-check
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { run } from '../harness/process.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** The folder of profiles and of the profiled bundle. */
export const outFolder = path.join(root, 'out/bench');

/**
 * Bundles a subject as the product is bundled, but for the names: a profile needs them.
 *
 * @param {string} entry file relative to the repository
 * @param {string} name of the bundle
 * @returns {Promise<string>} the file
 */
export async function bundleSubject(entry, name) {
  const generated = await run(process.execPath, ['esbuild.config.mjs', '--generate'], {
    cwd: root,
  });
  if (generated.code !== 0) throw new Error(generated.output);
  const outfile = path.join(outFolder, `${name}.cjs`);
  await esbuild.build({
    absWorkingDir: root,
    alias: { 'web-tree-sitter': createRequire(import.meta.url).resolve('web-tree-sitter') },
    bundle: true,
    entryPoints: [entry],
    format: 'cjs',
    logLevel: 'warning',
    outfile,
    platform: 'node',
    target: 'node20',
  });
  return outfile;
}
