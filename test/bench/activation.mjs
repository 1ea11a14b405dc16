// @ts-check
/**
 * Load time of the first stage: `node test/bench/activation.mjs FOLDER…` requires `extension.js` of
 * each folder with a stub of VS Code, eleven times in fresh processes by turns, and prints medians
 * and sizes. Folders are `dist` folders, to compare two builds in one run.
 */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const rounds = 11;

/** Answers every property and call with itself, which is all that loading needs. */
const child = `
const Module = require('node:module');
const stub = new Proxy(function () {}, { get: (_, key) => (key === Symbol.toPrimitive ? () => '' : stub), apply: () => stub, construct: () => stub });
const vscode = Object.create(stub);
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const began = performance.now();
require(process.argv[1]);
console.log(performance.now() - began);
`;

/** @param {string} folder */
async function loadMs(folder) {
  const file = path.resolve(folder, 'extension.js');
  const { stdout } = await run(process.execPath, ['-e', child, file]);
  return Number(stdout);
}

/** @param {string} folder */
async function sizes(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const files = names.map(async (name) => ({
    name,
    bytes: (await stat(path.join(folder, name))).size,
  }));
  return Promise.all(files);
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const kb = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

const folders = process.argv.slice(2);
/** @type {Map<string, number[]>} */
const times = new Map(folders.map((folder) => [folder, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const folder of folders) times.get(folder)?.push(await loadMs(folder));
}
for (const [folder, all] of times) {
  const files = await sizes(folder);
  const host = files.filter(({ name }) => !/^(webview|audit)\.js$/.test(name));
  const total = host.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(folder);
  console.log(
    `  load: ${median(all).toFixed(1)} ms (${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`,
  );
  console.log(`  host: ${host.length} bundles, ${kb(total)} KB`);
  for (const { name, bytes } of files) {
    console.log(`    ${name.padEnd(20)}${kb(bytes).padStart(8)} KB`);
  }
}
