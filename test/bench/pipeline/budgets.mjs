// @ts-check
/** The budgets of the pipeline (decision ratio-budgets). */

/** @typedef {import('../budget.mjs').Budget} Budget */

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
