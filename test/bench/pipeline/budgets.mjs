// @ts-check
/** The budgets of the pipeline (decision ratio-budgets). */

/** @typedef {import('../budget.mjs').Budget} Budget */

/** How much more a late call may cost than an early one: what two equal runs may differ by. */
const flatWithin = 1.2;

/** What a call may add to the calls of the system that its answer needs. */
const overBare = 1.5;

/**
 * @typedef {import('./calls.mjs').CallCost} CallCost
 * @typedef {import('./subjects.mjs').SubjectPlan['key']} Key
 */

/**
 * @param {readonly CallCost[]} calls
 * @param {Key} key
 * @param {'microseconds' | 'processor'} [cost]
 */
function medianOf(calls, key, cost = 'microseconds') {
  return calls.find(({ plan }) => plan.key === key)?.[cost].median ?? NaN;
}

/**
 * @param {readonly CallCost[]} calls
 * @returns {readonly Budget[]}
 */
export function bareBudgets(calls) {
  // By processor time: when a thread of the disk wakes depends on what else runs.
  const plain = medianOf(calls, 'ours', 'processor');
  const realpaths = medianOf(calls, 'realpath', 'processor') - plain;
  const [called, appended] = [medianOf(calls, 'ours'), medianOf(calls, 'append')];
  return [
    {
      name: `a call that names a file / a plain one + ${overBare} of its two realpath calls`,
      ratio: medianOf(calls, 'file', 'processor') / (plain + overBare * realpaths),
      bound: { atMost: 1 },
    },
    {
      name: `a call flushed to disk / a plain one + ${overBare} appends with fdatasync`,
      ratio: medianOf(calls, 'disk') / (called + overBare * (appended - called)),
      bound: { atMost: 1 },
    },
  ];
}

/**
 * @param {readonly CallCost[]} calls
 * @returns {readonly Budget[]} none without rivals
 */
export function rivalBudgets(calls) {
  if (!calls.some(({ plan }) => plan.key === 'gemini')) return [];
  const [ours, gemini] = [medianOf(calls, 'ours'), medianOf(calls, 'gemini')];
  const [mended, mcp] = [medianOf(calls, 'gemini-mended'), medianOf(calls, 'mcp')];
  return [
    { name: 'gemini-cli-core Scheduler / ours', ratio: gemini / ours, bound: { atLeast: 8 } },
    {
      name: 'gemini-cli-core Scheduler, mended / ours',
      ratio: mended / ours,
      bound: { atLeast: 1 },
    },
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
