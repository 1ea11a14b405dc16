// @ts-check
/**
 * The tests in a browser. Two windows of VS Code at once are much for two processors: what fails
 * beside another file is run once more with the machine for itself, and only then counts as failed.
 * The totals say how many tests that were.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MOCHA = 'node_modules/mocha/bin/mocha.js';
const REPORTER = 'test/harness/failed-files.cjs';
const ALL = 'test/e2e/**/*.test.mjs';
/** With more than these it is no matter of load. */
const MOST_AGAIN = 3;

/** @typedef {{ code: number; passed: number; failed: number }} Outcome */

/**
 * @param {(args: string[], env: NodeJS.ProcessEnv) => Promise<Outcome>} node runs Node.js
 * @returns {Promise<Outcome & { alone: number }>} `alone`: tests that passed only by themselves
 */
export async function browserTests(node) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-failed-'));
  const list = path.join(folder, 'files.json');
  /** @param {readonly string[]} what */
  const run = (...what) => {
    const options = ['--reporter', REPORTER, '--timeout', '240000'];
    return node([MOCHA, ...options, ...what], { GATEHOUSE_FAILED_FILES: list });
  };
  try {
    const first = await run('--parallel', '--jobs', '2', ALL);
    const files = first.code === 0 ? [] : await failedFiles(list);
    if (files.length === 0 || files.length > MOST_AGAIN) return { ...first, alone: 0 };
    console.log(`\nAgain, one after the other: ${files.join(', ')}`);
    const second = await run(...files);
    const { failed } = second;
    const mended = first.failed - failed;
    const passed = first.passed + mended;
    return { code: second.code, passed, failed, alone: Math.max(0, mended) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} list
 * @returns {Promise<string[]>} none when a failure belongs to no file
 */
async function failedFiles(list) {
  /** @type {unknown[]} */
  const files = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));
  const known = files.filter((file) => typeof file === 'string');
  return known.length === files.length ? known : [];
}
