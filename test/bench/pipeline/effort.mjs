// @ts-check

/**
 * @typedef {object} Effort
 * @property {number} runs
 * @property {number} calls of a run of what is compared
 * @property {number} extraCalls of a run of what only stands beside it
 * @property {number} warmUp calls before anything is measured
 * @property {readonly number[]} depths past calls of a session
 */

/** @type {Effort} */
export const wholeEffort = {
  runs: 7,
  calls: 10_000,
  extraCalls: 2_000,
  warmUp: 2_000,
  depths: [0, 10_000, 100_000],
};

/** Shows that the benchmark works; too few calls to judge by. @type {Effort} */
export const quickEffort = {
  runs: 3,
  calls: 1_000,
  extraCalls: 200,
  warmUp: 200,
  depths: [0, 200, 1_000],
};
