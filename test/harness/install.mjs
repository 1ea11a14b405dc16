// @ts-check
/** The packages of this repository, for a clone in which `npm ci` was never run. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { childEnv, npm } from './process.mjs';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * True when node_modules is missing or older than the lock file.
 *
 * @param {string} [root]
 */
export async function needsInstall(root = repository) {
  const time = (/** @type {string[]} */ ...names) =>
    stat(path.join(root, ...names)).then(
      (info) => info.mtimeMs,
      () => undefined,
    );
  const installed = await time('node_modules', '.package-lock.json');
  const lock = await time('package-lock.json');
  return installed === undefined || (lock !== undefined && lock > installed);
}

/**
 * @param {(text: string) => void} onOutput
 * @returns {Promise<number>} npm's exit code
 */
export async function install(onOutput) {
  const args = ['ci', '--no-audit', '--no-fund'];
  const { code } = await npm(args, { cwd: repository, env: childEnv(), onOutput });
  if (code !== 0) onOutput('`npm ci` failed. Check that the npm registry answers: `npm ping`.\n');
  return code;
}
