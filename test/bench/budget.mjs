// @ts-check
/** Budgets for ratios (decision ratio-budgets). */
import { threeDigits } from './statistics.mjs';

/**
 * @typedef {object} Budget
 * @property {string} name
 * @property {number} ratio as measured
 * @property {{ readonly atLeast: number } | { readonly atMost: number }} bound
 * @property {boolean} [isWish] to be told, and no failure when missed
 */

/** A ratio that is so much worse than the last one is told: two equal runs differ by less. */
const slip = 1.25;

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
 * @param {Budget} [last]
 * @returns {readonly string[]}
 */
export function budgetRow(budget, last) {
  const { name, ratio, bound } = budget;
  const demanded = 'atLeast' in bound ? `≥ ${bound.atLeast} ×` : `≤ ${bound.atMost} ×`;
  const before = last === undefined ? '' : `${threeDigits(last.ratio)} ×`;
  return [name, demanded, before, `${threeDigits(ratio)} ×`, verdictText(budget, last)];
}

/**
 * @param {Budget} budget
 * @param {Budget | undefined} last
 */
function verdictText(budget, last) {
  const kept = isKept(budget);
  const words = budget.isWish ? ['wish kept', 'wish missed'] : ['PASS', 'FAIL'];
  const slipped = last !== undefined && slippedBy(budget, last) > slip;
  return `${words[kept ? 0 : 1]}${slipped ? ', slipped' : ''}`;
}

/**
 * @param {Budget} budget
 * @param {Budget} last
 */
function slippedBy({ ratio, bound }, last) {
  return 'atLeast' in bound ? last.ratio / ratio : ratio / last.ratio;
}
