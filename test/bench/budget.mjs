// @ts-check
/** A budget for a ratio (decision ratio-budgets). */
import { threeDigits } from './statistics.mjs';

/**
 * @typedef {object} Budget
 * @property {string} name
 * @property {number} ratio as measured
 * @property {{ readonly atLeast: number } | { readonly atMost: number }} bound
 * @property {boolean} [isWish] to be told, and no failure when missed
 */

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
