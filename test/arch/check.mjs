// @ts-check
/**
 * `npm run check`: everything that needs no VS Code. What only reads runs side by side; each step
 * is an npm script of the same name, to run alone.
 */
import path from 'node:path';
import { npm } from '../harness/process.mjs';

const cwd = path.resolve(import.meta.dirname, '../..');

/** Two lanes of about the same length, for two processors. The lint knows all types and reports them. */
const lanes = [
  ['lint', 'layers', 'words'],
  ['unused', 'style', 'unit'],
];

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
  if (code !== 0 || script === 'unit') console.log(output);
  return code === 0;
}

/** @param {readonly string[]} scripts */
async function lane(scripts) {
  let passed = true;
  for (const script of scripts) passed = (await step(script)) && passed;
  return passed;
}

async function check() {
  return (await step('generate')) && !(await Promise.all(lanes.map(lane))).includes(false);
}

process.exitCode = (await check()) ? 0 : 1;
