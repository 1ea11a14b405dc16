// @ts-check
/** The browser that shows the VS Code server: found on the machine, otherwise installed with apt-get. */
import { chromium } from 'playwright-core';

import { childEnv, run } from './process.mjs';
import { isExecutable, which } from './programs.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const PACKAGES = ['chromium', 'fonts-liberation'];
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-sync',
  '--disable-component-update',
  '--disable-quic',
];

const REMEDY =
  'Install Chromium or Chrome (Debian: `apt-get install chromium fonts-liberation`; Ubuntu: ' +
  'Google Chrome from https://www.google.com/chrome; macOS: `brew install --cask google-chrome`; ' +
  'anywhere: `npx playwright-core install chromium`), or set CHROME_PATH to its executable.';

/**
 * The path of a working Chromium; installs one if apt-get is permitted.
 *
 * @param {(line: string) => void} [log]
 * @returns {Promise<string>}
 */
export async function ensureChromium(log = () => undefined) {
  const given = process.env['CHROME_PATH'];
  if (given) {
    if (await starts(given)) return given;
    throw new Error(`CHROME_PATH is ${given}, which does not start. Correct or unset it.`);
  }
  const found = await findChromium();
  if (found) return found;
  const failure = await aptInstall(log);
  const installed = failure === undefined ? await findChromium() : undefined;
  if (installed) return installed;
  throw new Error(`No Chromium on this machine${failure ? ` (${failure})` : ''}. ${REMEDY}`);
}

/** @returns {Promise<string | undefined>} */
async function findChromium() {
  const onPath = await Promise.all(NAMES.map((name) => which(name)));
  const apps = MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  // Finally the cache of `npx playwright-core install chromium`.
  for (const file of [...onPath, ...apps, chromium.executablePath()]) {
    if (file && (await isExecutable(file)) && (await starts(file))) return file;
  }
  return undefined;
}

/**
 * Ubuntu's `chromium-browser` may be a script that only asks to install a snap, so check its version.
 *
 * @param {string} file
 */
async function starts(file) {
  const { code } = await run(file, ['--version']);
  return code === 0;
}

/**
 * @param {(line: string) => void} log
 * @returns {Promise<string | undefined>} why it did not work
 */
async function aptInstall(log) {
  if (process.platform !== 'linux' || !(await which('apt-get'))) return 'and no apt-get to add it';
  const prefix = await rootPrefix();
  if (!prefix) return 'and apt-get needs root or a sudo that asks no password';
  log(`installing ${PACKAGES.join(' and ')} with apt-get`);
  const env = childEnv({ DEBIAN_FRONTEND: 'noninteractive' });
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES];
  let last = '';
  // The package lists of a fresh machine are empty; older lists may be sufficient.
  for (const command of [install, ['apt-get', 'update'], install]) {
    const [program = '', ...args] = [...prefix, ...command];
    const { code, output } = await run(program, args, { env });
    if (code === 0 && command === install) return undefined;
    last = output.trim().split('\n').slice(-3).join(' / ');
  }
  return `and apt-get failed: ${last}`;
}

/** @returns {Promise<string[] | undefined>} what to put before a command that needs root */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!(await which('sudo'))) return undefined;
  const { code } = await run('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'] : undefined;
}

/**
 * @param {{ headless?: boolean; log?: (line: string) => void }} [options]
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium(options = {}) {
  const executablePath = await ensureChromium(options.log);
  return chromium.launch({ executablePath, headless: options.headless ?? true, args: ARGS });
}
