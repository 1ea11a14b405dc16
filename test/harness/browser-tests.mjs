// @ts-check
/**
 * The tests in a browser. Two windows of VS Code at once are much for two processors: what fails
 * beside another file is run once more with the machine for itself, and only then counts as failed.
 * The totals say which tests those were: each is a defect whose cause is to be found.
 */
import { sum } from './summary.mjs';

const MOCHA = 'node_modules/mocha/bin/mocha.js';
const REPORTER = ['--reporter', 'test/harness/report.cjs', '--reporter-option', 'each'];
const OPTIONS = [...REPORTER, '--timeout', '240000'];
const ALL = 'test/e2e/**/*.test.mjs';
/** With more than these it is no matter of load. */
const MOST_AGAIN = 3;

/** @typedef {import('./summary.mjs').Report} Report */

/**
 * @param {(args: string[]) => Promise<{ code: number; report: Report }>} node runs Node.js
 * @returns {Promise<{ code: number; report: Report; alone: Report['failures'] }>} `alone`: what
 *   passed only by itself
 */
export async function browserTests(node) {
  const first = await node([MOCHA, ...OPTIONS, '--parallel', '--jobs', '2', ALL]);
  const failures = first.report.failures;
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > MOST_AGAIN || files.includes('')) {
    return { ...first, alone: [] };
  }
  console.log(`\nAgain, one after the other: ${files.join(', ')}`);
  const second = await node([MOCHA, ...OPTIONS, ...files]);
  const again = second.report.failures;
  const alone = failures.filter(({ title }) => !again.some((each) => each.title === title));
  const { passed, ms } = sum([first.report, { passed: alone.length, failures: [], ms: {} }]);
  return { code: second.code, report: { passed, failures: again, ms }, alone };
}
