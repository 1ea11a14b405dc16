// @ts-check
/** A workbench of the VS Code server in headless Chromium, with one extension and one folder. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { borrowPlace, openPlace } from './place.mjs';
import { quietSettings } from './settings.mjs';
import { writeUserSettings } from './vscode-server.mjs';
import { acceptNotification, answerDialog, panelFrame, runCommand } from './workbench-actions.mjs';

const READY_MS = 60_000;
const KEPT_LINES = 400;

/**
 * @typedef {object} WorkbenchOptions
 * @property {string} folder the workspace to open
 * @property {string} [extensionPath] an unpacked extension, run in development mode
 * @property {readonly string[]} [alsoExtensions] more unpacked extensions
 * @property {boolean} [toasts] true shows notification toasts: the extension is then linked into
 *   the extensions folder and runs in production mode, without VS Code's smoke test driver
 * @property {string} [vsix] a packaged extension to install, as users get it
 * @property {string} [tests] the module whose `run()` VS Code is to call
 * @property {boolean} [shared] true opens the window on the server and in the browser that this
 *   process keeps, for the extension with toasts and nothing else that a server is started with
 * @property {boolean} [trust] false opens the folder in Restricted Mode
 * @property {boolean} [plain] true leaves VS Code's default settings as they are
 * @property {Record<string, unknown>} [settings] User settings, added to the quiet ones
 * @property {NodeJS.ProcessEnv} [env] added to the extension host's environment
 * @property {string} [theme] the name of a color theme
 * @property {string} [language] of extensions; VS Code's own texts stay English without its language pack
 * @property {(type: string, args: unknown[]) => void} [onLog] gets what a test run prints
 * @property {(code: number) => void} [onExit] gets the result of a test run
 * @property {(line: string) => void} [log] gets what is being installed
 *
 * @typedef {Awaited<ReturnType<typeof openWorkbench>>} Workbench
 */

/**
 * The address that opens a folder, with an extension and its tests where they are given. They are
 * ignored by a server that was started without its smoke test driver.
 *
 * @param {string} origin
 * @param {{ folder: string; extensionPath?: string | undefined; tests?: string | undefined }} what
 * @returns {string}
 */
function workbenchUrl(origin, { folder, extensionPath, tests }) {
  const url = new URL(origin);
  const remote = (/** @type {string} */ file) =>
    `vscode-remote://${url.host}${pathToFileURL(path.resolve(file)).pathname}`;
  url.searchParams.set('folder', path.resolve(folder));
  const payload = [];
  if (extensionPath) payload.push(['extensionDevelopmentPath', remote(extensionPath)]);
  if (tests) payload.push(['extensionTestsPath', remote(tests)]);
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** @param {WorkbenchOptions} options */
export async function openWorkbench(options) {
  const place = await (options.shared ? borrowPlace(options) : openPlace(options));
  try {
    return { ...(await openWindow(place, options)), close: place.close };
  } catch (error) {
    await place.close();
    throw error;
  }
}

/**
 * @param {import('./place.mjs').Place} place
 * @param {WorkbenchOptions} options
 */
async function openWindow({ server, browser, ...dirs }, options) {
  const theme = options.theme ? { 'workbench.colorTheme': options.theme } : {};
  const quiet = options.plain ? {} : quietSettings;
  await writeUserSettings(dirs.userDataDir, { ...quiet, ...theme, ...options.settings });
  // Without motion: animations of two windows keep a small machine busy.
  const viewport = { width: 1400, height: 900 };
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  page.setDefaultTimeout(READY_MS);
  if (options.language) await page.addInitScript(setLanguage, options.language);
  const lines = keepLogs(page);
  const logs = () => [...lines, 'VS Code server:', server.log().trim()].join('\n');
  await load(page, server.url, options).catch((error) => {
    throw new Error(`The workbench did not load: ${error}\n${logs()}`, { cause: error });
  });
  return {
    page,
    browser,
    server,
    userDataDir: dirs.userDataDir,
    extensionsDir: dirs.extensionsDir,
    logs,
    screenshot: (/** @type {string} */ file) => page.screenshot({ path: file }),
    runCommand: (/** @type {string} */ command) => runCommand(page, command),
    panelFrame: (/** @type {number} */ timeout = READY_MS) => panelFrame(page, timeout),
    acceptNotification: (/** @type {string} */ button, /** @type {string | RegExp} */ match) =>
      acceptNotification(page, button, match),
    answerDialog: (/** @type {string} */ button) => answerDialog(page, button),
  };
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} origin
 * @param {WorkbenchOptions} options
 */
async function load(page, origin, options) {
  if (options.tests) {
    await page.exposeFunction('codeAutomationLog', options.onLog ?? (() => undefined));
    await page.exposeFunction('codeAutomationExit', options.onExit ?? (() => undefined));
  }
  const developed = options.toasts ? undefined : options.extensionPath;
  const { folder, tests } = options;
  await page.goto(workbenchUrl(origin, { folder, extensionPath: developed, tests }));
  // A window that runs tests may close before it looks ready.
  if (options.tests) return;
  await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: READY_MS });
  await page.locator('.monaco-workbench .explorer-viewlet').waitFor({ timeout: READY_MS });
}

/**
 * Runs in the page before VS Code, which reads it as a language pack would set it.
 *
 * @param {string} language
 */
function setLanguage(language) {
  Reflect.set(globalThis, '_VSCODE_NLS_LANGUAGE', language);
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {string[]} the last lines that the page's console printed
 */
function keepLogs(page) {
  /** @type {string[]} */
  const lines = [];
  const keep = (/** @type {string} */ line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
  };
  page.on('console', (message) => keep(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', (error) => keep(`[page error] ${error.message}`));
  page.on('crash', () => keep('[page crashed]'));
  return lines;
}
