// @ts-check
/**
 * `npm run check`: everything that needs no VS Code. What only reads runs side by side; each step
 * is an npm script of the same name, to run alone.
 */
import path from 'node:path';
import { npm } from '../harness/process.mjs';

const cwd = path.resolve(import.meta.dirname, '../..');

/**
 * Two lanes of about the same length, for two processors. `npm test` lints the tests and checks the
 * style of every file as well: this has to be quick.
 */
const lanes = [['lint:source'], ['types', 'layers', 'unused']];

/**
 * Runs a script and prints what it said when it is over, so that lanes do not mix.
 *
 * @param {string} script
 */
async function step(script) {
  const began = performance.now();
  let output = '';
  const { code } = await npm(['run', '--silent', script], {
    cwd,
    onOutput: (text) => void (output += text),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✔' : '✘'} ${script} (${seconds} s)`);
  if (code !== 0) console.log(output);
  return code === 0;
}

/** @param {readonly string[]} scripts */
async function lane(scripts) {
  let passed = true;
  for (const script of scripts) passed = (await step(script)) && passed;
  return passed;
}

/** Unit tests have the machine for themselves: some drive floods of output. */
async function check() {
  if (!(await step('generate'))) return false;
  if ((await Promise.all(lanes.map(lane))).includes(false)) return false;
  const onOutput = (/** @type {string} */ text) => void process.stdout.write(text);
  return (await npm(['run', '--silent', 'unit'], { cwd, onOutput })).code === 0;
}

process.exitCode = (await check()) ? 0 : 1;
