// @ts-check
/** Runs a suite in the VS Code server, shown by headless Chromium. */
import { tmpdir } from 'node:os';
import path from 'node:path';

import { after } from './suite-watch.mjs';
import { openWorkbench } from './workbench.mjs';

/**
 * @param {import('./suite-watch.mjs').SuiteOptions} options
 * @param {(line: string) => void} onLine
 * @returns {Promise<number>} the exit code
 */
export async function runInServer(options, onLine) {
  console.log('Running in the VS Code server, shown by headless Chromium.');
  /** @type {(code: number) => void} */
  let finish = () => undefined;
  /** @type {Promise<number>} */
  const finished = new Promise((resolve) => (finish = resolve));
  const workbench = await openWorkbench({
    folder: options.folder,
    extensionPath: options.extensionPath,
    alsoExtensions: options.alsoExtensions ?? [],
    tests: options.testsPath,
    settings: options.settings ?? {},
    env: options.env ?? {},
    onLog: (_type, args) => onLine(args.join(' ')),
    onExit: (code) => finish(code),
    log: (line) => console.log(line),
  });
  try {
    const outcome = await Promise.race([finished, trouble(workbench), after(options.timeout)]);
    if (outcome === 0) return 0;
    const picture = options.screenshot ?? path.join(tmpdir(), 'gatehouse-suite-failure.png');
    const drawn = await workbench.screenshot(picture).then(
      () => `Screenshot: ${picture}`,
      () => 'No screenshot could be taken.',
    );
    if (typeof outcome === 'number') console.error(drawn);
    else console.error(`${outcome}\n${drawn}\n${workbench.logs()}`);
    return typeof outcome === 'number' ? outcome : 1;
  } finally {
    await workbench.close();
  }
}

/**
 * Ends a run without a result: a dead extension host, server or browser.
 *
 * @param {import('./workbench.mjs').Workbench} workbench
 * @returns {Promise<string>}
 */
function trouble({ page, browser, server }) {
  return new Promise((resolve) => {
    page.on('crash', () => resolve('The page crashed.'));
    browser.on('disconnected', () => resolve('Chromium ended.'));
    void server.ended.then(() => resolve('The VS Code server ended.'));
    page.on('console', (message) => {
      if (/Extension host .*terminated unexpectedly/i.test(message.text())) resolve(message.text());
    });
  });
}
