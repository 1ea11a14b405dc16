// @ts-check
/** Desktop VS Code: where it is installed, whether it can show a window, and how to start it. */
import { access, realpath } from 'node:fs/promises';
import path from 'node:path';

import { start } from './process.mjs';
import { which } from './programs.mjs';

const UPDATES = 'https://update.code.visualstudio.com/api/releases/stable';
const REACHABLE_MS = 5_000;
const DISPLAY_MS = 10_000;
const MAC_APP = '/Applications/Visual Studio Code.app';

/** @typedef {{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }} Display */

/**
 * What GATEHOUSE_VSCODE forces, if anything.
 *
 * @returns {'server' | 'desktop' | undefined}
 */
export function forced() {
  const value = process.env['GATEHOUSE_VSCODE'];
  if (!value) return undefined;
  if (value === 'server' || value === 'desktop') return value;
  throw new Error(`GATEHOUSE_VSCODE is "${value}". Set it to server or desktop, or unset it.`);
}

/**
 * The Electron binary of desktop VS Code: VSCODE_EXECUTABLE, else that of an installed `code`.
 * Undefined where there is none, or no display and no Xvfb to show it on.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findDesktop() {
  const choice = forced();
  if (choice === 'server') return undefined;
  const executable = (await given()) ?? (await installed());
  if (executable && (await hasDisplay())) return executable;
  if (choice !== 'desktop') return undefined;
  throw new Error(
    executable
      ? `There is no display for ${executable}. Set DISPLAY or install Xvfb (\`apt-get install ` +
          'xvfb`), or unset GATEHOUSE_VSCODE to use the VS Code server.'
      : 'GATEHOUSE_VSCODE asks for desktop VS Code, but none is installed. Install it from ' +
          'https://code.visualstudio.com, or set VSCODE_EXECUTABLE to its executable.',
  );
}

/** @returns {Promise<string | undefined>} */
async function given() {
  const file = process.env['VSCODE_EXECUTABLE'];
  if (!file) return undefined;
  if (!(await exists(file))) {
    throw new Error(`VSCODE_EXECUTABLE is ${file}, which does not exist. Correct or unset it.`);
  }
  return (await binaryOf(file)) ?? file;
}

/** @returns {Promise<string | undefined>} */
async function installed() {
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code', 'code-insiders'];
  for (const name of names) {
    const script = await which(name);
    const binary = script && (await binaryOf(script));
    if (binary) return binary;
  }
  if (process.platform !== 'darwin') return undefined;
  return binaryOf(path.join(MAC_APP, 'Contents', 'Resources', 'app', 'bin', 'code'));
}

/**
 * The Electron binary that the script `<installation>/bin/code` starts. Other scripts of that name
 * have none: the one in a remote window's terminal, or that of another system seen through WSL.
 *
 * @param {string} script
 * @returns {Promise<string | undefined>}
 */
async function binaryOf(script) {
  const file = await realpath(script).catch(() => script);
  if (path.basename(path.dirname(file)) !== 'bin') return undefined;
  const root = path.dirname(path.dirname(file));
  const binaries = {
    darwin: ['../../MacOS/Code', '../../MacOS/Electron'],
    win32: ['Code.exe', 'Code - Insiders.exe'],
    other: [path.basename(file)],
  }[process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'other'];
  for (const binary of binaries) {
    const candidate = path.resolve(root, binary);
    if (await exists(candidate)) return candidate;
  }
  return undefined;
}

/** @param {string} file */
async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** @returns {boolean} */
export function hasRealDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** @returns {Promise<boolean>} */
async function hasDisplay() {
  return hasRealDisplay() || (await which('Xvfb')) !== undefined;
}

/**
 * The display for a desktop run: the existing one, otherwise a new Xvfb.
 *
 * @returns {Promise<Display>}
 */
export async function openDisplay() {
  if (hasRealDisplay()) return { env: {}, stop: async () => undefined };
  /** @type {(name: string) => void} */
  let found = () => undefined;
  /** @type {Promise<string>} */
  const name = new Promise((resolve) => (found = resolve));
  const args = ['-displayfd', '1', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'];
  const xvfb = start('Xvfb', args, {
    onOutput: (text) => {
      const number = /^(\d+)\n/m.exec(text)?.[1];
      if (number) found(`:${number}`);
    },
  });
  const timeout = new Promise((resolve) => setTimeout(resolve, DISPLAY_MS).unref());
  const display = await Promise.race([name, xvfb.exited, timeout]);
  if (typeof display === 'string') return { env: { DISPLAY: display }, stop: xvfb.stop };
  await xvfb.stop();
  throw new Error(
    `Xvfb did not start: ${xvfb.tail().trim()}. ` +
      'Set GATEHOUSE_VSCODE=server to use the VS Code server instead.',
  );
}

/**
 * Desktop VS Code downloaded into the cache, if its update server is available. Build machines
 * (CI=true) do not download: they have it installed, or use the server.
 *
 * @param {string} cachePath
 * @returns {Promise<string | undefined>}
 */
export async function downloadDesktop(cachePath) {
  if (forced() === 'server' || process.env['CI']) return undefined;
  return (await desktopIn(cachePath)).executable;
}

/**
 * Desktop VS Code, installed or downloaded, or the reason why there is none.
 *
 * @param {string} cachePath
 * @returns {Promise<{ executable?: string; why?: string }>}
 */
export async function desktopIn(cachePath) {
  if (!(await hasDisplay())) {
    return { why: 'there is no display and no Xvfb (`apt-get install xvfb`)' };
  }
  const executable = (await given()) ?? (await installed());
  if (executable) return { executable };
  const answer = await fetch(UPDATES, { signal: AbortSignal.timeout(REACHABLE_MS) }).then(
    ({ ok, status }) => (ok ? undefined : `it answers ${status}`),
    (error) => String(error?.cause?.message ?? error?.message ?? error),
  );
  if (answer) {
    return { why: `none is installed, and ${new URL(UPDATES).host} gives none: ${answer}` };
  }
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  return { executable: await downloadAndUnzipVSCode({ cachePath, version: 'stable' }) };
}
