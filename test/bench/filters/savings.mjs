// @ts-check
/** What output filters leave of the tokens of many calls. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { threeDigits } from '../statistics.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * @typedef {{ name: string; rule: string; command: string; output: string; exitCode: number }} Call
 *
 * @typedef {object} Saving
 * @property {string} rule that the call is of
 * @property {boolean} isClaimed a rule left something out
 * @property {number} tokens of the output as a terminal shows it
 * @property {number} left
 * @property {number} lines
 * @property {number} linesLeft
 */

/** Files that agents read by `cat` in a project such as this one: no rule is for them. */
const readFiles = [
  'README.md',
  'CHANGELOG.md',
  'tsconfig.json',
  'esbuild.config.mjs',
  'docs/architecture.md',
  'docs/storage.md',
  'docs/terminals.md',
  'src/extension.ts',
  'src/core/base/ansi.ts',
  'src/core/base/head-tail.ts',
  'src/core/pipeline/order.ts',
  'src/core/pipeline/runner.ts',
  'src/adapters/process/captured-output.ts',
  'test/bench/run.mjs',
  'test/unit/core/filters/must-keep.ts',
];

/** @returns {Promise<readonly Call[]>} */
export function unclaimedCalls() {
  return Promise.all(
    readFiles.map(async (file) => ({
      name: file,
      rule: '(no rule: cat of a file)',
      command: `cat ${file}`,
      output: await readFile(path.join(root, file), 'utf8'),
      exitCode: 0,
    })),
  );
}

/**
 * @param {any} ours
 * @param {readonly Call[]} calls
 * @param {(text: string) => number} count
 * @returns {readonly Saving[]}
 */
export function savingsOf(ours, calls, count) {
  const set = ours.shippedRules();
  return calls.map(({ rule, command, output, exitCode }) => {
    const { raw, text, report } = ours.filterText(set, ours.commandText(command), output, exitCode);
    const lines = raw.split('\n').length;
    return {
      rule,
      isClaimed: report !== undefined,
      tokens: count(raw),
      left: count(text),
      lines,
      linesLeft: report?.filteredLines ?? lines,
    };
  });
}

/**
 * One row for each rule, then those that a rule shortened, and all.
 *
 * @param {readonly Saving[]} savings
 */
export function savingRows(savings) {
  const rules = [...new Set(savings.map(({ rule }) => rule))].sort();
  return [
    ...rules.map((rule) =>
      rowOf(
        rule,
        savings.filter((saving) => saving.rule === rule),
      ),
    ),
    rowOf(
      '**calls that a rule shortened**',
      savings.filter(({ isClaimed }) => isClaimed),
    ),
    rowOf('**all calls**', savings),
  ];
}

/**
 * @param {string} title
 * @param {readonly Saving[]} savings
 */
function rowOf(title, savings) {
  const sum = (/** @type {(saving: Saving) => number} */ value) =>
    savings.reduce((total, saving) => total + value(saving), 0);
  const tokens = sum((saving) => saving.tokens);
  const left = sum((saving) => saving.left);
  return [
    title,
    String(savings.length),
    String(tokens),
    String(left),
    `${threeDigits(100 * (1 - left / Math.max(1, tokens)))} %`,
    `${sum(({ lines }) => lines)} → ${sum(({ linesLeft }) => linesLeft)}`,
  ];
}
