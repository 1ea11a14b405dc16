/**
 * True in `npm run soak`, where every count is whole. `npm test` does a part of each, for time: with
 * the fixed seed the same part in every run.
 */
export const isSoak = process.env['GATEHOUSE_SOAK'] === '1';

/** Of all cases that are counted through, `npm test` tries one in so many. */
export const stride = isSoak ? 1 : 5;

/** How often something is done that `npm run soak` does `whole` times. */
export function times(whole: number): number {
  return Math.ceil(whole / stride);
}
