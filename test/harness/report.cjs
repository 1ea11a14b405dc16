// @ts-check
/**
 * Mocha's reporter "dot", or "spec" by `--reporter-option each`. Where GATEHOUSE_REPORT names a file,
 * it also adds one line of JSON to it: what passed, what failed with which error, and how long each
 * file took.
 */
const { appendFileSync } = require('node:fs');
const path = require('node:path');
const { Dot, Spec } = require('mocha').reporters;

const repository = path.resolve(__dirname, '../..');

/** @param {string | undefined} file as it runs; the answer is its source */
function sourceOf(file = '') {
  const relative = path.relative(repository, file).split(path.sep).join('/');
  return relative.replace(/^out\/(.*)\.js$/, '$1.ts');
}

class Report {
  /**
   * @param {import('mocha').Runner} runner
   * @param {import('mocha').MochaOptions} options
   */
  constructor(runner, options) {
    new (options.reporterOptions?.each ? Spec : Dot)(runner, options);
    const target = process.env['GATEHOUSE_REPORT'];
    if (target === undefined) return;
    /** @type {Record<string, number>} */
    const ms = {};
    /** @type {{ file: string; title: string; error: string }[]} */
    const failures = [];
    let passed = 0;
    const add = (/** @type {import('mocha').Runnable} */ { file, duration = 0 }) => {
      ms[sourceOf(file)] = (ms[sourceOf(file)] ?? 0) + duration;
    };
    runner.on('test end', add);
    runner.on('hook end', add);
    runner.on('pass', () => void (passed += 1));
    runner.on('fail', (test, error) => {
      const title = test.titlePath().join(' › ');
      failures.push({ file: sourceOf(test.file), title, error: firstLine(error) });
    });
    // A process of tests that dies makes it come twice.
    runner.once('end', () =>
      appendFileSync(target, `${JSON.stringify({ passed, failures, ms })}\n`),
    );
  }
}

/**
 * The first line of an error, and how a worker ended: a crash and a signal have different causes.
 *
 * @param {unknown} error what was thrown; in a worker only a copy of it
 */
function firstLine(error) {
  const isObject = typeof error === 'object' && error !== null;
  const message = isObject && 'message' in error ? error.message : error;
  const [first = '', ...rest] = String(message).trim().split('\n');
  const endings = rest.filter((line) => /^\s*(exitCode|signalCode): /.test(line));
  return [first, ...endings.map((line) => line.trim())].join(' ');
}

module.exports = Report;
