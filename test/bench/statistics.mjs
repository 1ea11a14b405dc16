// @ts-check

/**
 * Middle and ends of some measurements: the middle is what is compared, the ends show the noise.
 *
 * @typedef {{ readonly median: number; readonly low: number; readonly high: number }} Spread
 */

/**
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[0];
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) throw new Error('Nothing was measured.');
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return { median: middle.reduce((sum, value) => sum + value, 0) / middle.length, low, high };
}

/**
 * Three digits that matter: `8.31`, `41.2`, `555`.
 *
 * @param {number} value
 */
export function threeDigits(value) {
  const size = Math.abs(value);
  return value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
}

/**
 * `41.2 (39.8–47.0)`.
 *
 * @param {Spread} spread
 */
export function spreadText({ median, low, high }) {
  return `${threeDigits(median)} (${threeDigits(low)}–${threeDigits(high)})`;
}
