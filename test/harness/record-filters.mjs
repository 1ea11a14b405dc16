// @ts-check
/**
 * Records the output of real tools for the tests of the output filters:
 *
 *   node test/harness/record-filters.mjs [rule or rule/case…]
 *
 * Each row of `filter-recordings/<rule>.mjs` becomes `test/fixtures/filters/<rule>/<case>.txt` and
 * `.json`. Rows whose tool is not installed keep the fixtures they have, and are named. Afterwards the
 * filtered texts are written by running the unit tests with UPDATE_GOLDEN=1, and reviewed.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { record } from './filter-recording.mjs';

const tables = path.join(import.meta.dirname, 'filter-recordings');
const fixtures = path.join(import.meta.dirname, '../fixtures/filters');

const wanted = process.argv.slice(2);
const rows = (await readRows()).filter(
  ({ rule, recording }) =>
    wanted.length === 0 || wanted.includes(rule) || wanted.includes(`${rule}/${recording.case}`),
);
if (rows.length === 0) {
  console.error(`No recording is called ${wanted.join(' or ')}.`);
  process.exitCode = 2;
}

/** @type {Set<string>} */
const missing = new Set();
for (const { rule, recording } of rows) {
  const outcome = await record(recording);
  const name = `${rule}/${recording.case}`;
  if (outcome.kind === 'missing') {
    missing.add(outcome.tool);
    console.log(`${name}: ${outcome.tool} is missing`);
  } else if (outcome.kind === 'broken') {
    process.exitCode = 1;
    console.error(`${name}: ${outcome.reason}`);
  } else {
    await writeFixture(rule, recording, outcome);
    console.log(`${name}: ${outcome.tool}, exit ${String(outcome.exitCode)}, ${size(outcome)}`);
  }
}
if (missing.size > 0) console.log(`Not recorded for want of: ${[...missing].sort().join(', ')}`);

/** @returns {Promise<{ rule: string; recording: import('./filter-recording.mjs').Recording }[]>} */
async function readRows() {
  const files = (await readdir(tables)).filter((file) => file.endsWith('.mjs')).sort();
  const read = files.map(async (file) => {
    const { recordings } = await import(pathToFileURL(path.join(tables, file)).href);
    const rule = path.basename(file, '.mjs');
    return recordings.map((/** @type {unknown} */ recording) => ({ rule, recording }));
  });
  return (await Promise.all(read)).flat();
}

/**
 * @param {string} rule
 * @param {import('./filter-recording.mjs').Recording} recording
 * @param {import('./filter-recording.mjs').Recorded} recorded
 */
async function writeFixture(rule, { case: name, command, keep }, { tool, exitCode, output }) {
  const folder = path.join(fixtures, rule);
  const facts = {
    command,
    tool,
    exitCode,
    recorded: true,
    ...(keep === undefined ? {} : { keep }),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.txt`), output);
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(facts, undefined, 2)}\n`);
}

/** @param {import('./filter-recording.mjs').Recorded} recorded */
function size({ output }) {
  return `${String(output.split('\n').length)} lines, ${String(Buffer.byteLength(output))} bytes`;
}
