// @ts-check
/**
 * `npm test`: installs what is missing, then checks, long tests, mutations, the suite inside VS Code
 * and the suite in a browser, in that order, and ends with one line of totals. `npm test -- vscode
 * e2e` runs a part.
 */
import { stripVTControlCharacters } from 'node:util';

import { browserTests } from './browser-tests.mjs';
import { install, needsInstall, repository } from './install.mjs';
import { childEnv, npm, run } from './process.mjs';

/** @typedef {{ passed: number; failed: number; alone: number }} Totals */

/** @typedef {{ name: string; title: string; body: () => Promise<number> }} Step */

/** @type {Totals} */
const totals = { passed: 0, failed: 0, alone: 0 };

/** @type {Step[]} */
const steps = [
  { name: 'check', title: 'Types, lint, layers, unused code, style, unit tests', body: check },
  { name: 'long', title: 'Tests that take long: kills, faults, benchmarks', body: long },
  ...(process.env['GATEHOUSE_SOAK'] === '1'
    ? [{ name: 'bench', title: 'Tests of the benchmarks', body: bench }]
    : []),
  { name: 'mutate', title: 'Mutations: no rule can go unnoticed', body: mutate },
  { name: 'provision', title: 'VS Code and Chromium for the tests', body: () => provision() },
  { name: 'build', title: 'Build', body: build },
  { name: 'vscode', title: 'Tests inside VS Code', body: vscode },
  { name: 'e2e', title: 'Tests of the panel in a browser', body: e2e },
];

/** Steps that are asked for; none stands for all. */
const names = process.argv.slice(2);

/** @param {string} name */
const chosen = (name) => names.length === 0 || names.includes(name);

/** What the steps after it need is fetched meanwhile. */
async function check() {
  const ahead = chosen('provision') ? provision(() => undefined).catch(() => 1) : undefined;
  const args = ['run', 'check'];
  const code = await counted((onOutput) => npm(args, { cwd: repository, env: env(), onOutput }));
  await ahead;
  return code;
}

function long() {
  const args = ['run', '--silent', 'long'];
  return counted((onOutput) => npm(args, { cwd: repository, env: env(), onOutput }));
}

function bench() {
  const args = ['run', '--silent', 'long:bench'];
  return counted((onOutput) => npm(args, { cwd: repository, env: env(), onOutput }));
}

function mutate() {
  const args = ['run', '--silent', 'mutate'];
  return counted((onOutput) => npm(args, { cwd: repository, env: env(), onOutput }));
}

/** @param {(line: string) => void} [log] */
async function provision(log = (line) => console.log(line)) {
  const { ensureServer } = await import('./vscode-server.mjs');
  const { ensureChromium } = await import('./chromium.mjs');
  log(`VS Code server: ${(await ensureServer(log)).entry}`);
  log(`Chromium: ${await ensureChromium(log)}`);
  return 0;
}

/** The package too: a test installs it, and nothing may write to dist while others run. */
function build() {
  const args = ['run', '--silent', 'package'];
  return counted((onOutput) => npm(args, { cwd: repository, env: env(), onOutput }));
}

async function vscode() {
  const code = await node(['esbuild.config.mjs', '--vscode-tests']);
  // Offers models to VS Code, as other extensions of a user do.
  const also = ['--also', 'test/fixtures/language-model'];
  return code || node(['test/harness/run-suite.mjs', ...also, 'out/test/vscode/index.js']);
}

async function e2e() {
  const { code, ...counts } = await browserTests((args, extra) =>
    counting((onOutput) =>
      run(process.execPath, args, { cwd: repository, env: { ...env(), ...extra }, onOutput }),
    ),
  );
  add(counts);
  return code;
}

/** @param {string[]} args */
function node(args) {
  return counted((onOutput) =>
    run(process.execPath, args, { cwd: repository, env: env(), onOutput }),
  );
}

/** Pipes take the colours away; a terminal gets them back. */
function env() {
  return childEnv(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {});
}

/** @param {Partial<Totals>} counts */
function add({ passed = 0, failed = 0, alone = 0 }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.alone += alone;
}

/** @typedef {(onOutput: (text: string) => void) => Promise<{ code: number }>} Child */

/**
 * Shows what a child prints and adds up what mocha says in it.
 *
 * @param {Child} child
 * @returns {Promise<number>} its exit code
 */
async function counted(child) {
  const { code, ...counts } = await counting(child);
  add(counts);
  return code;
}

/** @param {Child} child */
async function counting(child) {
  let output = '';
  const { code } = await child((text) => {
    output += text;
    process.stdout.write(text);
  });
  const counts = { passed: 0, failed: 0 };
  for (const [, count, what] of stripVTControlCharacters(output).matchAll(MOCHA)) {
    counts[what === 'passing' ? 'passed' : 'failed'] += Number(count);
  }
  return { code, ...counts };
}

const MOCHA = /^\s*(\d+) (passing|failing)\b/gm;

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`;
}

/**
 * @param {Step} step
 * @returns {Promise<boolean>}
 */
async function passes({ title, body }) {
  const began = Date.now();
  console.log(`\n== ${title}`);
  const before = totals.failed;
  const code = await body().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  // A step may fail without a test that does: then the totals still say that something failed.
  if (code !== 0 && totals.failed === before) totals.failed++;
  console.log(`== ${title}: ${code === 0 ? 'passed' : `FAILED (code ${code})`}, ${seconds(began)}`);
  return code === 0;
}

async function main() {
  const began = Date.now();
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const all = steps.map((step) => step.name).join(', ');
    throw new Error(`No such step: ${unknown.join(', ')}. There are ${all}.`);
  }
  const todo = steps.filter(({ name }) => chosen(name));
  if (await needsInstall()) {
    const body = () => install((text) => process.stdout.write(text));
    todo.unshift({ name: 'install', title: 'Packages', body });
  }
  let ok = true;
  for (const step of todo) {
    ok = await passes(step);
    if (!ok) break;
  }
  console.log(`\nIn all ${seconds(began)}.`);
  if (totals.alone > 0) console.log(`Passed only when run alone: ${totals.alone}.`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = ok && totals.failed === 0 ? 0 : 1;
}

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
