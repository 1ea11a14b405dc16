// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { budgetRow, isPassed } from './budget.mjs';
import { tableText } from './table.mjs';

/**
 * @typedef {import('./budget.mjs').Budget} Budget
 * @typedef {Record<string, readonly Budget[]>} Ratios by benchmark
 */

const file = path.join(import.meta.dirname, 'ratios.json');

/**
 * Prints the budgets beside the ratios of the last committed run; `record` commits those of this
 * one to the file. True when nothing that is demanded was missed.
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
    await writeFile(file, `${JSON.stringify({ ...ratios, [bench]: rounded }, undefined, 2)}\n`);
  }
  return isPassed(budgets);
}
