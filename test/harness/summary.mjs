// @ts-check
/** The end of a run: durations of the steps, the slowest files, and failures. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SLOWEST = 10;
const CRASH = /FATAL ERROR|Assertion .*failed|Check failed|terminate called|^ ?\d: 0x/;
const MOST_CRASH_LINES = 6;
const REPORTER = fileURLToPath(new URL('report.cjs', import.meta.url));

/**
 * @typedef {{ file: string; title: string; error: string }} Failure
 * @typedef {{ passed: number; failures: Failure[]; ms: Record<string, number> }} Report
 */

/** The file of the reporter in `report.cjs`, and its new content since the last read. */
export function openReports() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-report-'));
  const file = path.join(folder, 'reports.jsonl');
  let read = 0;
  return {
    env: { GATEHOUSE_REPORT: file, GATEHOUSE_REPORTER: REPORTER },
    /** @returns {Report} the sum of the reports that are new */
    take: () => {
      const lines = linesOf(file);
      const news = lines.slice(read).map((line) => /** @type {Report} */ (JSON.parse(line)));
      read = lines.length;
      return sum(news);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * What Node.js and V8 print when a process aborts. Mocha only sees that a process of tests is gone,
 * and reports the file that ran or was about to.
 */
export function crashOf() {
  /** @type {string[]} */
  const found = [];
  let rest = '';
  return {
    /** @param {string} text */
    read: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      found.push(...lines.filter((line) => CRASH.test(line)));
      found.length = Math.min(found.length, MOST_CRASH_LINES);
    },
    /** @returns {Report} */
    report: () => {
      const error = found.join(' | ');
      const failure = { file: 'a process of tests', title: 'crashed', error };
      return { passed: 0, failures: error === '' ? [] : [failure], ms: {} };
    },
  };
}

/** @param {string} file */
function linesOf(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * @param {readonly Report[]} reports
 * @returns {Report}
 */
export function sum(reports) {
  /** @type {Record<string, number>} */
  const ms = {};
  for (const [file, time] of reports.flatMap((report) => Object.entries(report.ms))) {
    ms[file] = (ms[file] ?? 0) + time;
  }
  const passed = reports.reduce((total, report) => total + report.passed, 0);
  return { passed, failures: reports.flatMap(({ failures }) => failures), ms };
}

/**
 * @param {readonly { name: string; seconds: number; ok: boolean }[]} steps
 * @param {Report} report
 * @returns {string} lines; none for what there is none of
 */
export function summary(steps, { failures, ms }) {
  const slowest = Object.entries(ms)
    .sort(([, one], [, other]) => other - one)
    .slice(0, SLOWEST);
  return [
    ...section('Steps', steps, ({ name, seconds, ok }) =>
      row(seconds, ok ? name : `${name} FAILED`),
    ),
    ...section('Slowest files', slowest, ([file, time]) => row(time / 1_000, file)),
    ...section(
      'Failed tests',
      failures,
      ({ file, title, error }) => `  ${file}: ${title}\n    ${error}`,
    ),
  ].join('\n');
}

/**
 * @template T
 * @param {string} title
 * @param {readonly T[]} rows
 * @param {(row: T) => string} text
 */
function section(title, rows, text) {
  return rows.length === 0 ? [] : [`\n${title}:`, ...rows.map(text)];
}

/**
 * @param {number} seconds
 * @param {string} text
 */
function row(seconds, text) {
  return `${seconds.toFixed(1).padStart(8)} s  ${text}`;
}
