// @ts-check
/** What the store has to keep (decision ratio-budgets): ratios of one run. */

/** Longest stall that a user does not notice, in milliseconds. */
const stallMs = 50;

/**
 * @typedef {object} StoreCosts
 * @property {readonly import('./costs.mjs').AppendCost[]} appends
 * @property {Awaited<ReturnType<typeof import('./costs.mjs').writeCosts>>} writes
 * @property {Awaited<ReturnType<typeof import('./costs.mjs').checkpointCosts>>} checkpoints
 * @property {Awaited<ReturnType<typeof import('./costs.mjs').openCosts>>} opens
 * @property {Awaited<ReturnType<typeof import('./costs.mjs').depthCosts>>} depths
 */

/** @param {number | undefined} a @param {number | undefined} b */
function of(a, b) {
  return (a ?? NaN) / (b ?? NaN);
}

/**
 * @param {StoreCosts} costs
 * @returns {readonly import('../budget.mjs').Budget[]}
 */
export function storeBudgets({ appends, writes, checkpoints, opens, depths }) {
  const p50 = (
    /** @type {string} */ appender,
    /** @type {number} */ kilobytes,
    /** @type {number | undefined} */ stored = undefined,
  ) =>
    appends.find(
      (cost) =>
        cost.appender === appender &&
        cost.kilobytes === kilobytes &&
        cost.storedMegabytes === stored,
    )?.latency.p50 ?? NaN;
  const early = depths.at(0);
  const late = depths.at(-1);
  const stall = checkpoints.find(({ megabytes }) => megabytes === 10)?.lagMs.median;
  return [
    {
      name: 'sql.js exported at 100 MB / an output of ours, 10 KB',
      ratio: p50('export', 10, 100) / p50('output', 10),
      bound: { atLeast: 20 },
    },
    {
      name: 'sql.js exported at 100 MB / an audit line of ours, 10 KB',
      ratio: p50('export', 10, 100) / p50('audit', 10),
      bound: { atLeast: 20 },
    },
    {
      name: 'a result of 100 KB: ours / a file, written and flushed',
      ratio: p50('output', 100) / p50('flushed', 100),
      bound: { atMost: 3 },
    },
    {
      name: 'a file through guard, history and audit / three bare writes with fsync',
      ratio: of(writes.get('ours')?.median, writes.get('bare')?.median),
      bound: { atMost: 1.5 },
    },
    {
      name: 'audit append: after 100,000 / after 1,000',
      ratio: of(late?.append.p50, early?.append.p50),
      bound: { atMost: 1.5 },
    },
    {
      name: 'audit page: after 100,000 / after 1,000',
      ratio: of(late?.page.p50, early?.page.p50),
      bound: { atMost: 1.5 },
    },
    {
      name: 'opening a folder with 1,000 MB of history / an empty one',
      ratio: of(opens.at(-1)?.ms.median, opens.at(0)?.ms.median),
      bound: { atMost: 1.5 },
    },
    {
      name: `longest stall at 10 MB / ${stallMs} ms`,
      ratio: of(stall, stallMs),
      bound: { atMost: 1 },
      // A time, and times depend on the machine.
      isWish: true,
    },
  ];
}
