// @ts-check
/**
 * Runs an extension test suite inside real VS Code: an installed or downloaded desktop, else the
 * server in headless Chromium. As a program: `run-suite.mjs [--folder F] path/to/suite.js`.
 */
import { access, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { cacheDir } from './cache.mjs';
import { desktopIn, downloadDesktop, findDesktop, forced } from './desktop.mjs';
import { runInDesktop } from './suite-desktop.mjs';
import { runInServer } from './suite-server.mjs';
import { watchSuite } from './suite-watch.mjs';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {import('./suite-watch.mjs').SuiteOptions} options
 * @returns {Promise<number>} the exit code
 */
export async function runVscodeSuite(options) {
  await access(options.testsPath).catch(() => {
    throw new Error(`There is no ${options.testsPath}. Build the tests first.`);
  });
  const suite = await watchSuite(options.testsPath);
  try {
    const code = await runWhereItCan({ ...options, testsPath: suite.file }, suite.take);
    if (suite.isComplete()) return code;
    if (code === 0) console.error('VS Code ended before the suite did, which is a failure.');
    if (!suite.hasBegun()) console.error(`The suite did not begin.\n${suite.preamble()}`);
    return code || 1;
  } finally {
    await suite.remove();
  }
}

/**
 * @param {import('./suite-watch.mjs').SuiteOptions} options
 * @param {(line: string) => void} onLine
 * @returns {Promise<number>}
 */
async function runWhereItCan(options, onLine) {
  const cache = path.join(cacheDir(), 'desktop');
  if (options.desktop) {
    const { executable, why } = await desktopIn(cache);
    if (executable) return runInDesktop(options, executable, onLine);
    throw new Error(`The suites did not run in desktop VS Code: ${why}.`);
  }
  const executable = (await findDesktop()) ?? (await downloadDesktop(cache));
  if (executable) return runInDesktop(options, executable, onLine);
  if (forced() !== 'desktop') return runInServer(options, onLine);
  throw new Error('There is no desktop VS Code. Unset GATEHOUSE_VSCODE to use the server.');
}

/** Runs the suite given on the command line in a fresh folder, or in a copy of the one given. */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: 'string' },
      extension: { type: 'string' },
      desktop: { type: 'boolean' },
      also: { type: 'string', multiple: true },
    },
  });
  const [testsPath] = positionals;
  if (!testsPath) {
    throw new Error(
      'Usage: run-suite.mjs [--folder F] [--extension E] [--also E] [--desktop] suite.js',
    );
  }
  const root = await mkdtemp(path.join(tmpdir(), 'gatehouse-suite-'));
  const folder = path.join(root, 'workspace');
  try {
    if (values.folder) await cp(values.folder, folder, { recursive: true });
    else await mkdir(folder);
    const extensionPath = path.resolve(values.extension ?? REPOSITORY);
    const alsoExtensions = (values.also ?? []).map((each) => path.resolve(each));
    const paths = { extensionPath, alsoExtensions, testsPath: path.resolve(testsPath), folder };
    return await runVscodeSuite({ ...paths, desktop: values.desktop === true });
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
}
