// @ts-check
/**
 * `npm test`: installs what is missing, then checks, long tests, mutations, the suite inside VS Code
 * and the suite in a browser, in that order. At its end it prints durations, the slowest files,
 * failures and totals. `npm test -- vscode e2e` runs a part.
 */
import { install, needsInstall, repository } from './install.mjs';
import { childEnv, npm, run } from './process.mjs';
import { openReports, sum, summary } from './summary.mjs';

/** @typedef {import('./summary.mjs').Report} Report */

/** @typedef {{ name: string; title: string; body: () => Promise<number> }} Step */

const isSoak = process.env['GATEHOUSE_SOAK'] === '1';
const reports = openReports();
/** @type {Report[]} one of each child */
const reported = [];
/** @type {{ name: string; seconds: number; ok: boolean }[]} steps that are over */
const done = [];

/** @type {Step[]} */
const steps = [
  { name: 'check', title: 'Types, lint, layers, unused code, style, unit tests', body: check },
  {
    name: 'long',
    title: 'Tests that take long: kills, faults, benchmarks',
    body: () => script('long'),
  },
  ...(isSoak
    ? [{ name: 'bench', title: 'Tests of the benchmarks', body: () => script('long:bench') }]
    : []),
  { name: 'mutate', title: 'Mutations: no rule can go unnoticed', body: () => script('mutate') },
  { name: 'provision', title: 'VS Code and Chromium for the tests', body: () => provision() },
  // The package too: a test installs it, and nothing may write to dist during other tests.
  { name: 'build', title: 'Build', body: () => script('package') },
  { name: 'vscode', title: 'Tests inside VS Code', body: vscode },
  { name: 'e2e', title: 'Tests of the panel in a browser', body: e2e },
];

/** The requested steps; none means all. */
const names = process.argv.slice(2);

/** @param {string} name */
const chosen = (name) => names.length === 0 || names.includes(name);

/** Meanwhile, fetches what later steps need. */
async function check() {
  const ahead = chosen('provision') ? provision(() => undefined).catch(() => 1) : undefined;
  const code = await script('check');
  await ahead;
  return code;
}

/** @param {string} name an npm script */
function script(name) {
  return child((onOutput) =>
    npm(['run', '--silent', name], { cwd: repository, env: env(), onOutput }),
  );
}

/** @param {(line: string) => void} [log] */
async function provision(log = (line) => console.log(line)) {
  const { ensureServer } = await import('./vscode-server.mjs');
  const { ensureChromium } = await import('./chromium.mjs');
  log(`VS Code server: ${(await ensureServer(log)).entry}`);
  log(`Chromium: ${await ensureChromium(log)}`);
  return 0;
}

async function vscode() {
  const code = await node(['esbuild.config.mjs', '--vscode-tests']);
  // Provides models to VS Code, like other extensions of a user.
  const also = ['--also', 'test/fixtures/language-model'];
  return code || node(['test/harness/run-suite.mjs', ...also, 'out/test/vscode/index.js']);
}

function e2e() {
  const reporter = ['--reporter', 'test/harness/report.cjs', '--reporter-option', 'each'];
  const options = [...reporter, '--timeout', '240000', '--parallel', '--jobs', '2'];
  const ignore = isSoak ? [] : ['--ignore', 'test/e2e/**/*.soak.test.mjs'];
  const files = [...ignore, 'test/e2e/**/*.test.mjs'];
  return node(['node_modules/mocha/bin/mocha.js', ...options, ...files]);
}

/** @param {string[]} args */
function node(args) {
  return child((onOutput) =>
    run(process.execPath, args, { cwd: repository, env: env(), onOutput }),
  );
}

/** Pipes remove colors; restore them for a terminal. */
function env() {
  return childEnv({ ...reports.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) });
}

/** @typedef {(onOutput: (text: string) => void) => Promise<{ code: number }>} Child */

/**
 * Prints the output of a child and keeps the results of its tests.
 *
 * @param {Child} run
 * @returns {Promise<number>} its exit code
 */
async function child(run) {
  const { code } = await run((text) => void process.stdout.write(text));
  reported.push(reports.take());
  return code;
}

/**
 * @param {Step} step
 * @returns {Promise<boolean>}
 */
async function passes({ name, title, body }) {
  const began = performance.now();
  console.log(`\n== ${title}`);
  const code = await body().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  const seconds = (performance.now() - began) / 1_000;
  const ok = code === 0;
  done.push({ name, seconds, ok });
  console.log(`== ${title}: ${ok ? 'passed' : `FAILED (code ${code})`}, ${seconds.toFixed(1)} s`);
  return ok;
}

async function main() {
  const began = performance.now();
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
  for (const step of todo) {
    if (!(await passes(step))) break;
  }
  const report = sum(reported);
  const bad = done.filter(({ ok }) => !ok).length;
  // A step may fail without a failed test: the totals must still report a failure.
  const failed = Math.max(report.failures.length, bad);
  console.log(summary(done, report));
  console.log(`\nIn all ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  console.log(`${report.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

process.on('exit', reports.close);
await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
