// @ts-check
/** Runs a suite in desktop VS Code. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { openDisplay } from './desktop.mjs';
import { childEnv, start } from './process.mjs';
import { quietSettings } from './settings.mjs';
import { after } from './suite-watch.mjs';
import { writeUserSettings } from './vscode-server.mjs';

/**
 * @param {import('./suite-watch.mjs').SuiteOptions} options
 * @param {string} executable
 * @param {(line: string) => void} onLine
 * @returns {Promise<number>} the exit code
 */
export async function runInDesktop(options, executable, onLine) {
  console.log(`Running in ${executable}`);
  // Short, because VS Code opens a socket in it and a socket's path may have some 100 characters.
  const root = await mkdtemp(path.join(tmpdir(), 'gh-'));
  const userDataDir = path.join(root, 'u');
  await writeUserSettings(userDataDir, { ...quietSettings, ...options.settings });
  const display = await openDisplay();
  const run = {
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: [options.extensionPath, ...(options.alsoExtensions ?? [])].map(
      (each) => path.resolve(each),
    ),
    extensionTestsPath: path.resolve(options.testsPath),
    launchArgs: [
      path.resolve(options.folder),
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${path.join(root, 'e')}`,
      '--disable-telemetry',
    ],
  };
  const script = fileURLToPath(new URL('desktop-suite.mjs', import.meta.url));
  let rest = '';
  const child = start(process.execPath, [script, JSON.stringify(run)], {
    env: childEnv({ ...options.env, ...display.env }),
    onOutput: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    },
  });
  try {
    const outcome = await Promise.race([child.exited, after(options.timeout)]);
    if (typeof outcome === 'number') return outcome;
    console.error(outcome);
    return 1;
  } finally {
    await child.stop();
    await display.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
