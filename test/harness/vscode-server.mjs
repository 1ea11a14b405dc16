// @ts-check
/**
 * VS Code without a desktop: the server that the npm package code-server ships, run by its own
 * Node. Installed once into the cache folder; nothing of it enters the source tree.
 */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { cacheDir, provision } from './cache.mjs';
import { childEnv, freePort, isPortFree, npm, run, start } from './process.mjs';

const CODE_SERVER = '4.139.1';
const NODE = '24.21.0';
const LISTEN_MS = 30_000;

/**
 * @typedef {{ node: string; entry: string }} Server the Node to run it with, and its entry script
 *
 * @typedef {object} StartOptions
 * @property {number} [port] a free one when left out
 * @property {string} userDataDir
 * @property {string} extensionsDir
 * @property {boolean} trust true switches Workspace Trust off, so every folder counts as trusted
 * @property {boolean} smokeTestDriver needed for extensions given in the address; hides toasts
 * @property {NodeJS.ProcessEnv} [env] added to the environment of the server and its terminals
 *
 * @typedef {{ port: number; url: string; log: () => string; stop: () => Promise<void> }} Running
 */

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
  const name = `vscode-server-${CODE_SERVER}-node-${NODE}-${process.platform}-${process.arch}`;
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

/**
 * Starts the server on loopback and waits until it listens.
 *
 * @param {StartOptions} options
 * @returns {Promise<Running>}
 */
export async function startServer(options) {
  const { node, entry } = await ensureServer();
  await mkdir(options.userDataDir, { recursive: true });
  await mkdir(options.extensionsDir, { recursive: true });
  if (options.port !== undefined && !(await isPortFree(options.port))) {
    throw new Error(
      `Port ${options.port} on 127.0.0.1 is in use. Stop what uses it, or choose another port.`,
    );
  }
  const port = options.port ?? (await freePort());
  const child = start(node, [entry, ...serverArgs(options, port)], { env: childEnv(options.env) });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + LISTEN_MS;
  while (!(await answers(url))) {
    const ended = child.ended();
    if (ended || Date.now() > deadline) {
      await child.stop();
      throw new Error(
        `The VS Code server ${ended ?? `did not listen within ${LISTEN_MS / 1000} s`}. ` +
          `The end of its log:\n${child.tail().trim()}\n` +
          `If it is damaged, delete ${cacheDir()} and try again.`,
      );
    }
    await sleep(100);
  }
  return { port, url, log: child.tail, stop: child.stop };
}

/**
 * @param {StartOptions} options
 * @param {number} port
 */
function serverArgs(options, port) {
  const args = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`];
  args.push('--disable-telemetry', '--disable-update-check', '--disable-getting-started-override');
  if (options.trust) args.push('--disable-workspace-trust');
  if (options.smokeTestDriver) args.push('--vscode-option', 'enable-smoke-test-driver');
  return [...args, ...folderArgs(options)];
}

/** @param {{ userDataDir: string; extensionsDir: string }} dirs */
function folderArgs(dirs) {
  const config = path.join(dirs.userDataDir, 'code-server.yaml');
  const data = ['--user-data-dir', dirs.userDataDir, '--extensions-dir', dirs.extensionsDir];
  return ['--config', config, ...data];
}

/** @param {string} url */
async function answers(url) {
  return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * @param {string} file the packaged extension
 * @param {{ userDataDir: string; extensionsDir: string }} dirs
 */
export async function installVsix(file, dirs) {
  await access(file).catch(() => {
    throw new Error(`There is no ${file}. Build the package first (\`npm run package\`).`);
  });
  const { node, entry } = await ensureServer();
  const args = [entry, ...folderArgs(dirs), '--force', '--install-extension', path.resolve(file)];
  const { code, output } = await run(node, args);
  if (code !== 0) throw new Error(`VS Code did not install ${file}:\n${output.trim()}`);
}

/**
 * Adds to the User settings; on the server too they are a file in the user data folder.
 *
 * @param {string} userDataDir
 * @param {Record<string, unknown>} settings
 */
export async function writeUserSettings(userDataDir, settings) {
  const file = path.join(userDataDir, 'User', 'settings.json');
  await mkdir(path.dirname(file), { recursive: true });
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await writeFile(file, `${JSON.stringify({ ...before, ...settings }, undefined, 2)}\n`);
}
