// @ts-check
/**
 * `npm run mutate [rule…]`: for each numbered rule, changes the one line that keeps it and expects
 * the test that carries its name to fail. No file is changed: the change is made while bundling.
 * Without rules it tries the first mutation of each, and all whose files were changed of late;
 * `npm run mutate -- --all` and `npm run soak` try every one.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';

import { start } from '../harness/process.mjs';

/** @typedef {import('./mutation.ts').Mutation} Mutation */

/** @typedef {{ file: string; title: string }} Test its built file, and its whole title */

/**
 * @typedef {{ passed: Test[]; failed: Test[] } | undefined} Ran undefined when they could not run
 */

/**
 * @typedef {{ mutation: Mutation; state: 'killed' | 'SURVIVED' | 'BROKEN'; by: string }} Verdict
 */

const root = path.resolve(import.meta.dirname, '../..');
const out = path.join(root, 'out');
await mkdir(out, { recursive: true });
const work = await mkdtemp(path.join(out, 'mutations-'));
const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
const AT_ONCE = 2;
const LIMIT_MS = 180_000;
const LATE_COMMITS = 20;

/** @returns {Promise<{ mutations: readonly Mutation[] }>} */
async function readTable() {
  const built = await esbuild.build({
    bundle: true,
    entryPoints: [path.join(import.meta.dirname, 'table.ts')],
    format: 'esm',
    write: false,
  });
  const [output] = built.outputFiles;
  if (output === undefined) throw new Error('esbuild wrote nothing.');
  return import(`data:text/javascript;base64,${Buffer.from(output.contents).toString('base64')}`);
}

/**
 * Matches the titles of a rule's tests, and of no other's.
 *
 * @param {string} rule
 */
function titlePattern(rule) {
  return `(^|\\s)${rule}: `;
}

/**
 * The changed text of the mutation's file.
 *
 * @param {Mutation} mutation
 */
async function mutate({ file, find, replace, rule }) {
  const text = await readFile(path.join(root, file), 'utf8');
  const count = text.split(find).length - 1;
  if (count !== 1) {
    throw new Error(`${rule}: "${find}" occurs ${count} times in ${file}, not once.`);
  }
  return text.replace(find, () => replace);
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {esbuild.Plugin}
 */
function instead(file, text) {
  const target = path.join(root, file);
  return {
    name: 'mutation',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path: loaded }) =>
        loaded === target ? { contents: text, loader: 'ts' } : undefined,
      );
    },
  };
}

/**
 * Bundles tests into a folder of their own.
 *
 * @param {readonly string[]} tests
 * @param {{ name: string; file?: string; text?: string }} what
 */
async function bundle(tests, { name, file, text }) {
  const outdir = path.join(work, name);
  const isMutated = file !== undefined && text !== undefined;
  const built = await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    // What scans read is not bundled, so they are told.
    define: isMutated ? { mutatedSources: JSON.stringify({ [file]: text }) } : {},
    entryPoints: [...tests],
    format: 'cjs',
    logLevel: 'silent',
    metafile: true,
    outbase: '.',
    outdir,
    packages: 'external',
    platform: 'node',
    plugins: isMutated ? [instead(file, text)] : [],
    target: 'node20',
  });
  return Object.keys(built.metafile.outputs).map((output) => path.join(root, output));
}

/**
 * Runs the tests whose title matches.
 *
 * @param {string[]} files
 * @param {string} pattern
 * @param {readonly string[]} [flags] of mocha
 * @returns {Promise<Ran>}
 */
async function runTests(files, pattern, flags = []) {
  const report = path.join(path.dirname(files[0] ?? work), 'report.json');
  const options = ['--no-config', '--no-package', '--exit', '--timeout', '10000'];
  const reporter = ['--reporter', 'json', '--reporter-option', `output=${report}`];
  const child = start(
    process.execPath,
    [mocha, ...options, ...flags, ...reporter, '--grep', pattern, ...files],
    { cwd: root },
  );
  const limit = setTimeout(() => void child.stop(), LIMIT_MS);
  await child.exited;
  clearTimeout(limit);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { passes, failures } = JSON.parse(text);
  const read = (/** @type {{ file: string; fullTitle: string }[]} */ tests) =>
    tests.map(({ file, fullTitle }) => ({ file, title: fullTitle }));
  return { passed: read(passes), failed: read(failures) };
}

/**
 * Without a mutation every test of a rule passes, and there is one in the files of each mutation.
 *
 * @param {readonly Mutation[]} mutations
 * @returns {Promise<string[]>} what is wrong
 */
async function problemsUnmutated(mutations) {
  const name = 'unmutated';
  const tests = [...new Set(mutations.flatMap((each) => each.tests))];
  const patterns = [...new Set(mutations.map(({ rule }) => titlePattern(rule)))];
  const ran = await runTests(await bundle(tests, { name }), patterns.join('|'));
  if (ran === undefined) return ['The tests cannot run.'];
  const isIn = (/** @type {string} */ built, /** @type {string} */ source) =>
    path.relative(path.join(work, name), built) === source.replace(/tsx?$/, 'js');
  const untested = mutations.filter(({ rule, tests: files }) => {
    const pattern = new RegExp(titlePattern(rule));
    return !ran.passed.some(
      ({ file, title }) => pattern.test(title) && files.some((source) => isIn(file, source)),
    );
  });
  return [
    ...ran.failed.map(({ title }) => `Fails without a mutation: ${title}`),
    ...untested.map(({ rule, tests: files }) => `${rule}: no test passes in ${files.join(', ')}`),
  ];
}

/**
 * @param {Mutation} mutation
 * @param {string} pattern
 * @param {string} name
 * @returns {Promise<Verdict>}
 */
async function judge(mutation, pattern, name) {
  const text = await mutate(mutation);
  // A change that cannot be built or run proves nothing.
  const files = await bundle(mutation.tests, { name, file: mutation.file, text }).catch(() => []);
  // One failed test kills it; the others may wait for what never comes.
  const ran = files.length === 0 ? undefined : await runTests(files, pattern, ['--bail']);
  if (ran === undefined) return { mutation, state: 'BROKEN', by: 'the mutated tests cannot run' };
  const [killer] = ran.failed;
  if (killer === undefined) return { mutation, state: 'SURVIVED', by: 'no test failed' };
  return {
    mutation,
    state: 'killed',
    by: killer.title.slice(Math.max(0, killer.title.search(pattern))).trim(),
  };
}

/**
 * Runs jobs a few at a time, and answers in their order.
 *
 * @template T
 * @param {readonly (() => Promise<T>)[]} jobs
 * @returns {Promise<T[]>}
 */
async function all(jobs) {
  /** @type {T[]} */
  const answers = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < jobs.length; index = next++) {
      const job = jobs[index];
      if (job !== undefined) answers[index] = await job();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answers;
}

/** @param {readonly Verdict[]} verdicts */
function print(verdicts) {
  const width = (/** @type {(verdict: Verdict) => string} */ of) =>
    Math.max(0, ...verdicts.map((verdict) => of(verdict).length));
  const does = width(({ mutation }) => mutation.does);
  console.log(`${'rule'.padEnd(28)} ${'state'.padEnd(8)} ${'mutation'.padEnd(does)} failing test`);
  for (const { mutation, state, by } of verdicts) {
    console.log(
      `${mutation.rule.padEnd(28)} ${state.padEnd(8)} ${mutation.does.padEnd(does)} ${by}`,
    );
  }
}

/**
 * Files changed by the last commits, by this branch and since: undefined where git cannot say.
 *
 * @returns {Promise<Set<string> | undefined>}
 */
async function changedFiles() {
  const git = async (/** @type {string[]} */ ...args) => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root });
    return stdout.split('\n');
  };
  const names = ['--name-only', '--no-renames'];
  try {
    const late = await git('log', `-${LATE_COMMITS}`, '--format=', ...names);
    const branch = await git('diff', ...names, 'origin/HEAD...HEAD').catch(() => []);
    const uncommitted = await git('diff', ...names, 'HEAD');
    return new Set([...late, ...branch, ...uncommitted]);
  } catch {
    return undefined;
  }
}

/**
 * @param {readonly Mutation[]} mutations
 * @param {readonly string[]} chosen rules
 */
async function select(mutations, chosen) {
  const unknown = chosen.filter((rule) => !mutations.some((each) => each.rule === rule));
  if (unknown.length > 0) throw new Error(`No mutation of ${unknown.join(', ')}.`);
  if (chosen.length > 0) return mutations.filter(({ rule }) => chosen.includes(rule));
  const changed = await changedFiles();
  if (changed === undefined) return mutations;
  const isFirst = (/** @type {Mutation} */ each) =>
    mutations.find(({ rule }) => rule === each.rule) === each;
  return mutations.filter(
    (each) => isFirst(each) || [each.file, ...each.tests].some((file) => changed.has(file)),
  );
}

/** @param {readonly string[]} args rules, or `--all` */
async function main(args) {
  const began = performance.now();
  const { mutations } = await readTable();
  const isAll = args.includes('--all') || process.env['GATEHOUSE_SOAK'] === '1';
  const chosen = args.filter((each) => each !== '--all');
  const todo = isAll && chosen.length === 0 ? mutations : await select(mutations, chosen);
  const problems = await problemsUnmutated(todo);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) return false;
  const verdicts = await all(
    todo.map((each, index) => () => judge(each, titlePattern(each.rule), `mutant-${index}`)),
  );
  print(verdicts);
  const alive = verdicts.filter(({ state }) => state !== 'killed').length;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const of = `${verdicts.length} of ${mutations.length} mutations`;
  console.log(`${of}, ${alive} not killed, ${seconds} s`);
  return alive === 0;
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(work, { recursive: true, force: true });
}
