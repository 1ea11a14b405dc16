// @ts-check
/**
 * Where windows are opened: a VS Code server with its folders, and a browser. A window without
 * special needs uses the place that this process keeps, in a clean state.
 */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { launchChromium } from './chromium.mjs';
import { endExtensionHosts } from './extension-hosts.mjs';
import { installVsix, linkExtension, startServer } from './vscode-server.mjs';

/** Milliseconds that a kept place waits for the next window before it is closed. */
const KEEP_MS = 10_000;

/**
 * @typedef {object} Place
 * @property {string} userDataDir
 * @property {string} extensionsDir
 * @property {import('./vscode-server.mjs').Running} server
 * @property {import('playwright-core').Browser} browser
 * @property {() => Promise<void>} close
 *
 * @typedef {import('./workbench.mjs').WorkbenchOptions} Options
 */

/**
 * @param {Options} options
 * @returns {Promise<Place>}
 */
export async function openPlace(options) {
  const root = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  // Also when this process is ended.
  const onExit = () => rmSync(root, { recursive: true, force: true });
  process.on('exit', onExit);
  /** @type {(() => Promise<unknown>)[]} what close() undoes, the last first */
  const undo = [async () => process.off('exit', onExit), () => removeFolder(root)];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const userDataDir = path.join(root, 'user-data');
    const extensionsDir = path.join(root, 'extensions');
    await addExtensions({ userDataDir, extensionsDir }, options);
    const server = await startServer({
      userDataDir,
      extensionsDir,
      trust: options.trust ?? true,
      smokeTestDriver: !options.toasts,
      ...(options.env && { env: options.env }),
    });
    undo.push(() => server.stop());
    const browser = await launchChromium(options.log ? { log: options.log } : {});
    undo.push(() => browser.close());
    return { userDataDir, extensionsDir, server, browser, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param {{ userDataDir: string; extensionsDir: string }} dirs
 * @param {Options} options
 */
async function addExtensions(dirs, options) {
  if (options.vsix) await installVsix(options.vsix, dirs);
  // The address can name one extension in development; others are linked as if installed.
  const linked = [...(options.alsoExtensions ?? [])];
  if (options.extensionPath && options.toasts) linked.push(options.extensionPath);
  for (const file of linked) await linkExtension(file, dirs.extensionsDir);
}

/** @type {{ place: Place; isDown: () => boolean; closing?: NodeJS.Timeout } | undefined} */
let kept;

/**
 * The place that this process keeps, for one window after another; closing it ends leftovers of the
 * window and keeps the place for a while.
 *
 * @param {Options} options the same each time, but for the folder and the settings
 * @returns {Promise<Place>}
 */
export async function borrowPlace(options) {
  clearTimeout(kept?.closing);
  if (kept?.isDown()) await closeKept();
  const { place } = (kept ??= await keep(options));
  return { ...place, close: () => giveBack(place) };
}

/** @param {Options} options */
async function keep(options) {
  const place = await openPlace(options);
  let down = false;
  place.browser.on('disconnected', () => (down = true));
  void place.server.ended.then(() => (down = true));
  return { place, isDown: () => down };
}

async function closeKept() {
  const { place } = kept ?? {};
  kept = undefined;
  await place?.close();
}

/** @param {Place} place */
async function giveBack(place) {
  if (kept?.place !== place) return;
  if (kept.isDown()) return closeKept();
  await endWindows(place.browser);
  await endExtensionHosts(place.userDataDir);
  await rm(path.join(place.userDataDir, 'User'), { recursive: true, force: true, maxRetries: 5 });
  await mkdir(path.join(place.userDataDir, 'User'));
  kept.closing = setTimeout(() => void closeKept(), KEEP_MS);
}

/**
 * A window that goes to another page ends its extension host; one that is only closed leaves it
 * waiting for the window to come back.
 *
 * @param {import('playwright-core').Browser} browser
 */
async function endWindows(browser) {
  for (const context of browser.contexts()) {
    await Promise.all(
      context.pages().map((page) => page.goto('about:blank').catch(() => undefined)),
    );
    await context.close();
  }
}

/**
 * Terminals of a server that has just been stopped may still write for a moment.
 *
 * @param {string} folder
 */
async function removeFolder(folder) {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
