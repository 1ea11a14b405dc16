// @ts-check
/** The table of the last recorded run in docs/benchmarks.md, written from ratios.json. */
import { budgetRow } from './budget.mjs';
import { tableText } from './table.mjs';

const begin = '<!-- ratios.json, by npm run bench -- --record -->\n\n';
const end = '\n\n<!-- end -->';

/**
 * The page with the table of these ratios in place of the one that it has.
 *
 * @param {string} page
 * @param {import('./judge.mjs').Ratios} ratios
 */
export function withRatioTable(page, ratios) {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no place for the table: ${begin}`);
  return page.slice(0, from + begin.length) + ratioTable(ratios) + page.slice(to);
}

/** @param {import('./judge.mjs').Ratios} ratios */
function ratioTable(ratios) {
  const rows = Object.entries(ratios).flatMap(([bench, budgets]) =>
    budgets.map((budget) => {
      const [name = '', demanded = '', , measured = '', verdict = ''] = budgetRow(budget);
      return [`${bench}: ${name}`, demanded, measured, verdict];
    }),
  );
  return tableText(['budget', 'demanded', 'measured', 'verdict'], rows);
}
