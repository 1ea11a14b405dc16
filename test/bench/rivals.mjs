// @ts-check
/** The programs that we compare with: pinned in test/bench/rivals, installed on demand. */
import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDir, provision } from '../harness/cache.mjs';
import { npm } from '../harness/process.mjs';

const pinned = path.join(import.meta.dirname, 'rivals');
const files = ['package.json', 'package-lock.json'];

/**
 * Installs the rivals once for each lock file, into the cache folder: 400 MB in the source tree
 * would slow every tool that walks it.
 *
 * @returns {Promise<string>} the folder that holds their node_modules
 */
export async function installRivals() {
  const lock = await readFile(path.join(pinned, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const name = `bench-rivals-${process.platform}-${process.arch}-${digest}`;
  return provision(name, install, { log: console.log });
}

/** @param {string} folder */
async function install(folder) {
  console.log(`Installing the rivals, about 400 MB, once, into ${cacheDir()} …`);
  for (const file of files) await copyFile(path.join(pinned, file), path.join(folder, file));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(args, { cwd: folder });
  if (code === 0) return;
  throw new Error(
    `The rivals could not be installed:\n${output.trim()}\n` +
      'Check that the npm registry is reachable (`npm ping`), or run with --no-rivals.',
  );
}

/**
 * Imports a module of a rival.
 *
 * @param {string} folder where they are installed
 * @param {string} specifier
 */
export function importRival(folder, specifier) {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  return import(pathToFileURL(resolve(specifier)).href);
}

/**
 * The version that is compared with.
 *
 * @param {string} name of the package
 * @returns {Promise<string>}
 */
export async function rivalVersion(name) {
  const { dependencies } = JSON.parse(await readFile(path.join(pinned, 'package.json'), 'utf8'));
  return dependencies[name];
}
