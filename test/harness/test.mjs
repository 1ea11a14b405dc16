// @ts-check
/**
 * `npm test`: installs what is missing, then checks, long tests and mutations one after the other,
 * and the suite inside VS Code beside the suite in a browser. At its end it prints durations, the
 * slowest files, failures and totals. `npm test -- vscode e2e` runs a part.
 */
import { install, needsInstall, repository } from './install.mjs';
import { childEnv, npm, run } from './process.mjs';
import { openReports, summary } from './summary.mjs';

/**
 * @typedef {(text: string) => void} Print
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {(print: Print) => Promise<number>} body
 * @property {boolean} [beside] true runs it at the same time as the step before it
 */

const reports = openReports();
/** @type {{ name: string; seconds: number; ok: boolean }[]} steps that are over */
const done = [];
const isSoak = process.env['GATEHOUSE_SOAK'] === '1';

/** @type {Step[]} */
const steps = [
  { name: 'check', title: 'Types, lint, layers, unused code, style, unit tests', body: check },
  {
    name: 'long',
    title: 'Tests that take long: kills, faults, benchmarks',
    body: (print) => script('long', print),
  },
  ...(isSoak
    ? [
        {
          name: 'bench',
          title: 'Tests of the benchmarks',
          body: (/** @type {Print} */ print) => script('long:bench', print),
        },
      ]
    : []),
  {
    name: 'mutate',
    title: 'Mutations: no rule can go unnoticed',
    body: (print) => script('mutate', print),
  },
  { name: 'provision', title: 'VS Code and Chromium for the tests', body: provision },
  // The package too: a test installs it, and nothing may write to dist during other tests.
  { name: 'build', title: 'Build', body: (print) => script('package', print) },
  { name: 'e2e', title: 'Tests of the panel in a browser', body: e2e },
  // Waits more than it computes, so it runs beside the browsers.
  { name: 'vscode', title: 'Tests inside VS Code', body: vscode, beside: true },
];

/** The requested steps; none means all. */
const names = process.argv.slice(2);

/** @param {string} name */
const chosen = (name) => names.length === 0 || names.includes(name);

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
 * @param {Print} onOutput
 */
async function script(name, onOutput) {
  const { code } = await npm(['run', '--silent', name], { cwd: repository, env: env(), onOutput });
  return code;
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
function e2e(print) {
  const reporter = ['--reporter', 'test/harness/report.cjs', '--reporter-option', 'each'];
  const options = [...reporter, '--timeout', '240000', '--parallel', '--jobs', '2'];
  const ignore = isSoak ? [] : ['--ignore', 'test/e2e/**/*.soak.test.mjs'];
  const files = [...ignore, 'test/e2e/**/*.test.mjs'];
  return node(['node_modules/mocha/bin/mocha.js', ...options, ...files], print);
}

/**
 * @param {string[]} args
 * @param {Print} onOutput
 */
async function node(args, onOutput) {
  const { code } = await run(process.execPath, args, { cwd: repository, env: env(), onOutput });
  return code;
}

/** Pipes remove colors; restore them for a terminal. */
function env() {
  return childEnv({ ...reports.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) });
}

/**
 * @param {Step} step
 * @param {boolean} isAlone false prints everything when it is over, so that outputs do not mix
 * @returns {Promise<boolean>}
 */
async function passes({ name, title, body }, isAlone) {
  const began = performance.now();
  let output = '';
  const print = (/** @type {string} */ text) =>
    void (isAlone ? process.stdout.write(text) : (output += text));
  console.log(`\n== ${title}`);
  const code = await body(print).catch((error) => {
    print(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  });
  const seconds = (performance.now() - began) / 1_000;
  const ok = code === 0;
  done.push({ name, seconds, ok });
  const result = ok ? 'passed' : `FAILED (code ${code})`;
  console.log(`${output}== ${title}: ${result}, ${seconds.toFixed(1)} s`);
  return ok;
}

/**
 * Up to the first step that fails.
 *
 * @param {readonly Step[]} steps
 */
async function runSteps(steps) {
  for (const [at, step] of steps.entries()) {
    if (at > 0 && step.beside) continue;
    const next = steps[at + 1];
    const together = next?.beside ? [step, next] : [step];
    const passed = await Promise.all(together.map((each) => passes(each, together.length === 1)));
    if (passed.includes(false)) return;
  }
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
    todo.unshift({ name: 'install', title: 'Packages', body: install });
  }
  await runSteps(todo);
  const report = reports.sum();
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
