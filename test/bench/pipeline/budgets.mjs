// @ts-check
/** Which ratios are demanded of the pipeline (DESIGN section 8). */
import { threeDigits } from '../statistics.mjs';

/**
 * @typedef {object} Budget
 * @property {string} name
 * @property {number} ratio as measured
 * @property {{ readonly atLeast: number } | { readonly atMost: number }} bound
 * @property {boolean} [isWish] to be told, and no failure when missed
 */

/** How much more a late call may cost than an early one: what two equal runs may differ by. */
const flatWithin = 1.2;

/**
 * @param {readonly import('./calls.mjs').CallCost[]} calls
 * @returns {readonly Budget[]} none without rivals
 */
export function rivalBudgets(calls) {
  const [ours, gemini, mcp] = ['ours', 'gemini', 'mcp'].map(
    (key) => calls.find(({ plan }) => plan.key === key)?.microseconds.median,
  );
  if (ours === undefined || gemini === undefined || mcp === undefined) return [];
  return [
    { name: 'gemini-cli-core Scheduler / ours', ratio: gemini / ours, bound: { atLeast: 8 } },
    { name: 'ours / MCP SDK in memory', ratio: ours / mcp, bound: { atMost: 3 }, isWish: true },
  ];
}

/**
 * @param {import('./depths.mjs').DepthCost} cost
 * @returns {Budget}
 */
export function flatBudget({ plan, microseconds }) {
  const [first, last] = [microseconds.at(0), microseconds.at(-1)];
  if (first === undefined || last === undefined) throw new Error('No depth was measured.');
  const name = `${plan.title}: after the most calls / after none`;
  return { name, ratio: last.median / first.median, bound: { atMost: flatWithin } };
}

/** @param {Budget} budget */
function isKept({ ratio, bound }) {
  return 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
}

/**
 * True when nothing that is demanded was missed.
 *
 * @param {readonly Budget[]} budgets
 */
export function isPassed(budgets) {
  return budgets.every((budget) => isKept(budget) || budget.isWish === true);
}

/**
 * @param {Budget} budget
 * @returns {readonly string[]}
 */
export function budgetRow(budget) {
  const { name, ratio, bound, isWish } = budget;
  const demanded = 'atLeast' in bound ? `≥ ${bound.atLeast} ×` : `≤ ${bound.atMost} ×`;
  return [name, demanded, `${threeDigits(ratio)} ×`, verdictText(isKept(budget), isWish === true)];
}

/**
 * @param {boolean} kept
 * @param {boolean} isWish
 */
function verdictText(kept, isWish) {
  if (isWish) return kept ? 'wish kept' : 'wish missed';
  return kept ? 'PASS' : 'FAIL';
}
