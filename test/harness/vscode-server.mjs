// @ts-check
/** Runs VS Code without a desktop: the server that code-server ships, on loopback. */
import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { cacheDir } from './cache.mjs';
import { childEnv, freePort, isPortFree, run, start } from './process.mjs';
import { ensureServer } from './server-install.mjs';

export { ensureServer };

const LISTEN_MS = 30_000;
/** No marketplace: test runs and the demo contact no other machines. */
const NO_GALLERY = { EXTENSIONS_GALLERY: '{"serviceUrl":""}' };

/**
 * @typedef {object} StartOptions
 * @property {number} [port] a free one when left out
 * @property {string} userDataDir
 * @property {string} extensionsDir
 * @property {boolean} trust true switches Workspace Trust off, so every folder counts as trusted
 * @property {boolean} smokeTestDriver needed for extensions given in the address; hides toasts
 * @property {NodeJS.ProcessEnv} [env] added to the environment of the server and its terminals
 *
 * @typedef {object} Running
 * @property {number} port
 * @property {string} url
 * @property {() => string} log the end of what it printed
 * @property {Promise<number>} ended resolves when it ends, wanted or not
 * @property {() => Promise<void>} stop
 */

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
  const sockets = await socketFolder(options.userDataDir);
  const env = childEnv({ ...NO_GALLERY, ...sockets, ...options.env });
  const child = start(node, [entry, ...serverArgs(options, port)], { env });
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
  return { port, url, log: child.tail, ended: child.exited, stop: child.stop };
}

/**
 * Keeps the server's sockets in a folder that is removed with it, unless their paths would exceed
 * the hundred characters that a socket's path may have.
 *
 * @param {string} userDataDir
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function socketFolder(userDataDir) {
  const folder = path.join(userDataDir, 'run');
  if (process.platform !== 'linux' || folder.length > 50) return {};
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { XDG_RUNTIME_DIR: folder };
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

/**
 * Makes an unpacked extension part of a fresh extensions folder, as if it had been installed.
 *
 * @param {string} extensionPath
 * @param {string} extensionsDir
 */
export async function linkExtension(extensionPath, extensionsDir) {
  const manifest = JSON.parse(await readFile(path.join(extensionPath, 'package.json'), 'utf8'));
  await mkdir(extensionsDir, { recursive: true });
  const name = `${manifest.publisher}.${manifest.name}-${manifest.version}`;
  await symlink(path.resolve(extensionPath), path.join(extensionsDir, name), 'dir');
}
