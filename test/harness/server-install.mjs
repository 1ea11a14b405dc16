// @ts-check
/**
 * Installs VS Code without a desktop: the server that the npm package code-server ships, and the
 * Node it needs. Once, into the cache folder, not into the source tree.
 */
import { access, copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { cacheDir, provision } from './cache.mjs';
import { childEnv, npm, run } from './process.mjs';

const CODE_SERVER = '4.139.1';
const NODE = '24.21.0';
/** Increment when `install` changes. */
const REVISION = 3;

/** @typedef {{ node: string; entry: string }} Server the Node to run it with, and its script */

/**
 * Installs the server on first use, about half a minute and 800 MB.
 *
 * @param {(line: string) => void} [log]
 * @returns {Promise<Server>}
 */
export async function ensureServer(log = () => undefined) {
  if (process.platform === 'win32') {
    throw new Error(
      'The VS Code server does not run on Windows. Install VS Code from ' +
        'https://code.visualstudio.com and set VSCODE_EXECUTABLE to its Code.exe.',
    );
  }
  const machine = `${process.platform}-${process.arch}`;
  const name = `vscode-server-${CODE_SERVER}-node-${NODE}-${machine}-r${REVISION}`;
  const folder = await provision(name, (temporary) => install(temporary, log), { log });
  const server = serverIn(folder);
  await access(server.node);
  return server;
}

/** @param {string} folder */
function serverIn(folder) {
  const modules = path.join(folder, 'node_modules');
  return {
    node: path.join(modules, 'node', 'bin', 'node'),
    entry: path.join(modules, 'code-server', 'out', 'node', 'entry.js'),
  };
}

/**
 * @param {string} folder
 * @param {(line: string) => void} log
 */
async function install(folder, log) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock'];
  const { node, entry } = serverIn(folder);
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  log(`installing code-server ${CODE_SERVER} (once, into ${cacheDir()})`);
  await npmOrThrow(folder, ['install', '--ignore-scripts', `code-server@${CODE_SERVER}`, ...quiet]);
  log(`installing Node ${NODE} to run it`);
  await npmOrThrow(folder, ['install', '--ignore-scripts=false', `node@${NODE}`, ...quiet]);
  const version = await run(node, ['--version']);
  if (version.code !== 0) {
    throw new Error(
      `npm installed node@${NODE} but ${node} does not run (${version.output.trim()}). ` +
        'Its install script must be allowed to run: check `npm config get ignore-scripts`.',
    );
  }
  log('installing what VS Code itself needs');
  const first = `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const vscode = path.join(path.dirname(entry), '..', '..', 'lib', 'vscode');
  await npmOrThrow(vscode, ['install', '--omit=dev', '--ignore-scripts', ...quiet], first);
  await replaceNatives(path.join(vscode, 'node_modules', '@vscode'));
}

/**
 * The native modules that VS Code requests at each start and that are not compiled here: one writes
 * the log files, the other ends an extension host whose server died (stop() does that here).
 *
 * @param {string} modules
 */
async function replaceNatives(modules) {
  const spdlog = new URL('spdlog.cjs', import.meta.url);
  await copyFile(spdlog, path.join(modules, 'spdlog', 'index.js'));
  const watchdog = path.join(modules, 'native-watchdog', 'index.js');
  await writeFile(watchdog, 'exports.start = () => undefined;\n');
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {string} [searchPath]
 */
async function npmOrThrow(cwd, args, searchPath) {
  const env = childEnv(searchPath ? { PATH: searchPath } : {});
  const { code, output } = await npm(args, { cwd, env });
  if (code === 0) return;
  throw new Error(
    `\`npm ${args.join(' ')}\` failed with code ${code}:\n${output.trim()}\n` +
      'Check that the npm registry is reachable (`npm ping`) and that the disk has 2 GB free, ' +
      'then run the same command again.',
  );
}
