// @ts-check
/**
 * `npm start`: builds Gatehouse and opens it on a copy of `demo/`, in an installed desktop VS Code,
 * else in the VS Code server, whose address it prints. Stays until Ctrl-C or until VS Code closes.
 */
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { demoSettings } from './demo-settings.mjs';
import { findDesktop, hasRealDisplay } from './desktop.mjs';
import { install, needsInstall, repository } from './install.mjs';
import { run, start } from './process.mjs';
import { which } from './programs.mjs';
import { quietSettings } from './settings.mjs';
import { ensureServer, linkExtension, startServer, writeUserSettings } from './vscode-server.mjs';

const HELP = `Usage: npm start -- [--no-open] [--port N]
  --no-open   use the VS Code server and only print its address
  --port N    the server's port (a free one when left out); implies the server
VSCODE_EXECUTABLE names desktop VS Code; GATEHOUSE_VSCODE=server|desktop chooses.`;

/** @typedef {{ root: string; folder: string; userDataDir: string; extensionsDir: string }} Places */

/** @returns {{ open: boolean; port: number | undefined }} */
function readArguments() {
  const { values } = parseArgs({
    options: {
      'no-open': { type: 'boolean', default: false },
      port: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new Error(`--port ${values.port} is no port. Give a number from 1 to 65535.`);
  }
  return { open: !values['no-open'], port };
}

async function build() {
  const onOutput = (/** @type {string} */ text) => process.stdout.write(text);
  if ((await needsInstall()) && (await install(onOutput)) !== 0) process.exit(1);
  const { code } = await run(process.execPath, ['esbuild.config.mjs'], {
    cwd: repository,
    onOutput,
  });
  if (code !== 0) throw new Error(`The build failed with code ${code}; its output is above.`);
}

/** @returns {Promise<Places>} */
async function prepare() {
  const demo = path.join(repository, 'demo');
  await stat(demo).catch(() => {
    throw new Error(`There is no ${demo}. Restore it: \`git checkout -- demo\`.`);
  });
  const root = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  const folder = path.join(root, 'demo');
  const userDataDir = path.join(root, 'user-data');
  await cp(demo, folder, { recursive: true });
  const settings = { ...quietSettings, ...demoSettings({ repository, folder }) };
  await writeUserSettings(userDataDir, settings);
  return { root, folder, userDataDir, extensionsDir: path.join(root, 'extensions') };
}

/**
 * @param {string} executable
 * @param {Places} places
 */
function startDesktop(executable, { folder, userDataDir, extensionsDir }) {
  console.log(`Opening ${folder} in ${executable}. Ctrl-C here or closing the window ends it.`);
  const args = [folder, `--extensionDevelopmentPath=${path.resolve(repository)}`];
  args.push(`--user-data-dir=${userDataDir}`, `--extensions-dir=${extensionsDir}`);
  args.push('--disable-workspace-trust', '--skip-welcome', '--skip-release-notes');
  args.push('--disable-updates', '--disable-telemetry');
  // Chromium refuses to run as root with its sandbox.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const child = start(executable, args);
  void child.exited.then((code) => {
    if (code !== 0) console.error(`VS Code ${child.ended()}:\n${child.tail().trim()}`);
  });
  return { ended: child.exited, stop: child.stop };
}

/**
 * The extension is linked as an installed one, not given in the address: the server takes it from
 * there only with its smoke test driver on, which hides notification toasts.
 *
 * @param {Places} places
 * @param {{ open: boolean; port: number | undefined }} options
 */
async function startInBrowser({ folder, userDataDir, extensionsDir }, { open, port }) {
  await ensureServer((line) => console.log(line));
  await linkExtension(repository, extensionsDir);
  const server = await startServer({
    userDataDir,
    extensionsDir,
    trust: true,
    smokeTestDriver: false,
    ...(port !== undefined && { port }),
  });
  const url = `${server.url}/?${new URLSearchParams({ folder })}`;
  console.log(`\nGatehouse is at ${url}\n`);
  console.log('Click its icon in the activity bar. Whoever reaches this port on this machine can');
  console.log('use it: end it with Ctrl-C when you are done.');
  if (open) await openBrowser(url);
  return { ended: server.ended, stop: server.stop };
}

/** @param {string} url */
async function openBrowser(url) {
  if (!hasRealDisplay()) return;
  const opener = await which(process.platform === 'darwin' ? 'open' : 'xdg-open');
  if (opener) start(opener, [url]);
}

async function main() {
  const options = readArguments();
  await build();
  const places = await prepare();
  const wantsDesktop = options.open && options.port === undefined && hasRealDisplay();
  /** @type {() => Promise<void>} */
  let stop = async () => undefined;
  const interrupted = new Promise((resolve) => {
    process.once('SIGINT', () => resolve('interrupted'));
    process.once('SIGTERM', () => resolve('interrupted'));
  });
  try {
    const executable = wantsDesktop ? await findDesktop() : undefined;
    const running = executable
      ? startDesktop(executable, places)
      : await startInBrowser(places, options);
    stop = running.stop;
    const result = await Promise.race([running.ended, interrupted]);
    process.exitCode = typeof result === 'number' ? result : 0;
  } finally {
    await stop();
    await rm(places.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
