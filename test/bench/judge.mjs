// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { budgetRow, isPassed } from './budget.mjs';
import { withRatioTable } from './ratio-table.mjs';
import { tableText } from './table.mjs';

/**
 * @typedef {import('./budget.mjs').Budget} Budget
 * @typedef {Record<string, readonly Budget[]>} Ratios by benchmark
 */

const file = path.join(import.meta.dirname, 'ratios.json');
const docs = path.join(import.meta.dirname, '../../docs/benchmarks.md');

/**
 * Prints the budgets beside the ratios of the last committed run; `record` keeps those of this one
 * in the file and in the table of the docs. True when nothing that is demanded was missed.
 *
 * @param {string} bench
 * @param {readonly Budget[]} budgets
 * @param {{ readonly record: boolean }} options
 */
export async function judge(bench, budgets, { record }) {
  /** @type {Ratios} */
  const ratios = JSON.parse(await readFile(file, 'utf8'));
  const last = new Map((ratios[bench] ?? []).map((budget) => [budget.name, budget]));
  const head = ['budget', 'demanded', 'last', 'measured', 'verdict'];
  const rows = budgets.map((budget) => budgetRow(budget, last.get(budget.name)));
  console.log(`\n${tableText(head, rows)}`);
  if (record) {
    const rounded = budgets.map((budget) => {
      return { ...budget, ratio: Number(budget.ratio.toPrecision(3)) };
    });
    const kept = { ...ratios, [bench]: rounded };
    await writeFile(file, `${JSON.stringify(kept, undefined, 2)}\n`);
    await writeFile(docs, withRatioTable(await readFile(docs, 'utf8'), kept));
  }
  return isPassed(budgets);
}
