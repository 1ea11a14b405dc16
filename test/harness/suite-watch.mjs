// @ts-check
/** The input of a suite in VS Code, and how the harness detects its end. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** For a suite that hangs. All tests of `npm run soak` take long on a busy machine. */
const TIMEOUT_MS = 30 * 60_000;
/** Lines of VS Code's own log in every suite's output. */
const NOISE = /additional builtin extensions|^\[AccountPolicyGate\]|^\[AgentHost/;

/**
 * @typedef {object} SuiteOptions
 * @property {string} extensionPath
 * @property {readonly string[]} [alsoExtensions] more unpacked extensions
 * @property {string} testsPath the CommonJS module whose `run()` VS Code calls
 * @property {string} folder the workspace; the suite works in it, so give it a copy
 * @property {Record<string, unknown>} [settings]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeout] in milliseconds
 * @property {boolean} [desktop] only in desktop VS Code, or not at all
 * @property {string} [screenshot] where the server path writes a picture when the suite fails
 */

/**
 * A suite that reports its start and end. VS Code reports a killed extension host, or one that
 * called process.exit, as a success; and before the suite starts it prints its own log.
 *
 * @param {string} testsPath
 */
export async function watchSuite(testsPath) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-run-'));
  const file = path.join(folder, 'suite.cjs');
  const begins = `suite begins ${path.basename(folder)}`;
  const ends = `suite ends ${path.basename(folder)}`;
  const say = (/** @type {string} */ text) => `console.log(${JSON.stringify(text)});`;
  const real = JSON.stringify(path.resolve(testsPath));
  const body = [say(begins), `await require(${real}).run();`, say(ends)].join('\n  ');
  await writeFile(file, `exports.run = async () => {\n  ${body}\n};\n`);
  let unprinted = '';
  let begun = false;
  let complete = false;
  /** @param {string} line */
  const take = (line) => {
    const own = line.includes(begins) || line.includes(ends);
    begun ||= line.includes(begins);
    complete ||= line.includes(ends);
    if (begun && !own && !NOISE.test(line)) console.log(line);
    else if (!own) unprinted += `${line}\n`;
  };
  return {
    file,
    take,
    hasBegun: () => begun,
    isComplete: () => complete,
    /** The output of VS Code before the suite began. */
    preamble: () => unprinted,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Resolves to the reason to end a run.
 *
 * @param {number} [timeout]
 * @returns {Promise<string>}
 */
export function after(timeout = TIMEOUT_MS) {
  return new Promise((resolve) => {
    setTimeout(() => resolve(`The suite did not end within ${timeout / 1000} s.`), timeout).unref();
  });
}
