// @ts-check
/**
 * `npm test`: installs what is missing, then runs the stages below in their order. At its end it
 * prints durations, the slowest files, failures and totals. `npm test -- vscode e2e` runs a part.
 */
import { install, needsInstall, repository } from './install.mjs';
import { childEnv, npm, run } from './process.mjs';
import { crashOf, openReports, sum, summary } from './summary.mjs';

/** @typedef {import('./summary.mjs').Report} Report */

/** @typedef {(text: string) => void} Print */

/** @typedef {{ name: string; title: string; body: (print: Print) => Promise<number> }} Step */

const isSoak = process.env['GATEHOUSE_SOAK'] === '1';
const reports = openReports();
/** @type {Report[]} one of each child */
const reported = [];
/** @type {{ name: string; seconds: number; ok: boolean }[]} steps that are over */
const done = [];

/** @type {Step[]} */
const first = [
  ...((await needsInstall()) ? [{ name: 'install', title: 'Packages', body: install }] : []),
  { name: 'check', title: 'Types, lint, layers, unused code, style, unit tests', body: check },
  { name: 'provision', title: 'VS Code and Chromium for the tests', body: provision },
  // The package too: a test installs it, and nothing may write to dist during other tests.
  { name: 'build', title: 'Build', body: (print) => script('package', print) },
];

/** @type {Step[]} */
const inNode = [
  {
    name: 'long',
    title: 'Tests that take long: kills, faults, benchmarks',
    body: (print) => script('long', print),
  },
  {
    name: 'mutate',
    title: 'Mutations: no rule can go unnoticed',
    body: (print) => script('mutate', print),
  },
];

/** @type {Step[]} */
const inVscode = [
  { name: 'vscode', title: 'Tests inside VS Code', body: vscode },
  { name: 'pages', title: 'Tests of the pages alone', body: pages },
];

/** @type {Step[]} */
const inBrowser = [{ name: 'e2e', title: 'Tests of the panel in a browser', body: e2e }];

/** @type {Step[]} */
const benchmarks = isSoak
  ? [{ name: 'bench', title: 'Tests of benchmarks', body: (print) => script('long:bench', print) }]
  : [];

/**
 * Stages follow one another; the lanes of a stage run side by side. VS Code waits half of its time
 * and leaves room for tests that only compute. Benchmarks have the machine for themselves.
 *
 * @type {Step[][][]}
 */
const stages = [[first], [inNode, inVscode], [inBrowser], [benchmarks]];

/** The requested steps; none means all. What is missing is installed in any case. */
const names = process.argv.slice(2);

/** @param {string} name */
const chosen = (name) => name === 'install' || names.length === 0 || names.includes(name);

/**
 * Meanwhile, fetches what later steps need.
 *
 * @param {Print} print
 */
async function check(print) {
  const ahead = chosen('provision') ? provision(() => undefined).catch(() => 1) : undefined;
  const code = await script('check', print);
  await ahead;
  return code;
}

/**
 * @param {string} name an npm script
 * @param {Print} print
 */
function script(name, print) {
  return child(print, (onOutput) =>
    npm(['run', '--silent', name], { cwd: repository, env: env(), onOutput }),
  );
}

/** @param {Print} print */
async function provision(print) {
  const { ensureServer } = await import('./vscode-server.mjs');
  const { ensureChromium } = await import('./chromium.mjs');
  const log = (/** @type {string} */ line) => print(`${line}\n`);
  log(`VS Code server: ${(await ensureServer(log)).entry}`);
  log(`Chromium: ${await ensureChromium(log)}`);
  return 0;
}

/** @param {Print} print */
async function vscode(print) {
  const code = await node(['esbuild.config.mjs', '--vscode-tests'], print);
  // Provides models to VS Code, like other extensions of a user.
  const also = ['--also', 'test/fixtures/language-model'];
  return code || node(['test/harness/run-suite.mjs', ...also, 'out/test/vscode/index.js'], print);
}

/** @param {Print} print */
function pages(print) {
  return browser(['test/e2e/*-page.test.mjs'], print);
}

/** @param {Print} print */
function e2e(print) {
  const ignored = ['test/e2e/*-page.test.mjs', ...(isSoak ? [] : ['test/e2e/**/*.soak.test.mjs'])];
  const ignore = ignored.flatMap((files) => ['--ignore', files]);
  return browser(['--parallel', '--jobs', '2', ...ignore, 'test/e2e/**/*.test.mjs'], print);
}

/**
 * @param {string[]} args
 * @param {Print} print
 */
function browser(args, print) {
  const reporter = ['--reporter', 'test/harness/report.cjs', '--reporter-option', 'each'];
  const mocha = ['node_modules/mocha/bin/mocha.js', ...reporter, '--timeout', '240000'];
  return node([...mocha, ...args], print);
}

/**
 * @param {string[]} args
 * @param {Print} print
 */
function node(args, print) {
  return child(print, (onOutput) =>
    run(process.execPath, args, { cwd: repository, env: env(), onOutput }),
  );
}

/** Pipes remove colors; restore them for a terminal. */
function env() {
  return childEnv({ ...reports.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) });
}

/**
 * Prints the output of a child and keeps the results of its tests.
 *
 * @param {Print} print
 * @param {(onOutput: Print) => Promise<{ code: number }>} run
 * @returns {Promise<number>} its exit code
 */
async function child(print, run) {
  const crash = crashOf();
  const { code } = await run((text) => {
    crash.read(text);
    print(text);
  });
  reported.push(reports.take());
  if (code !== 0) reported.push(crash.report());
  return code;
}

/**
 * @param {Step} step
 * @param {Print} print
 * @returns {Promise<boolean>}
 */
async function passes({ name, title, body }, print) {
  const began = performance.now();
  print(`\n== ${title}\n`);
  const code = await body(print).catch((error) => {
    print(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  });
  const seconds = (performance.now() - began) / 1_000;
  const ok = code === 0;
  done.push({ name, seconds, ok });
  print(`== ${title}: ${ok ? 'passed' : `FAILED (code ${code})`}, ${seconds.toFixed(1)} s\n`);
  return ok;
}

/**
 * Runs steps until one fails.
 *
 * @param {readonly Step[]} steps
 * @param {Print} print
 */
async function lane(steps, print) {
  for (const step of steps) {
    if (chosen(step.name) && !(await passes(step, print))) return false;
  }
  return true;
}

/**
 * The first lane prints at once, another when it is over, so that their lines do not mix.
 *
 * @param {readonly Step[][]} lanes
 */
async function stage(lanes) {
  let later = '';
  const results = await Promise.all(
    lanes.map((steps, at) =>
      lane(steps, (text) => void (at === 0 ? process.stdout.write(text) : (later += text))),
    ),
  );
  process.stdout.write(later);
  return !results.includes(false);
}

async function main() {
  const began = performance.now();
  const all = stages.flat(2).map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No such step: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  }
  for (const lanes of stages) {
    if (!(await stage(lanes))) break;
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
