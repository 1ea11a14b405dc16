/** Stands in a pattern for any run of items, the empty one included. */
export const star = Symbol('star');
export type Star = typeof star;

/**
 * Matches a list of items against a pattern with stars. Only the latest star is ever widened, so
 * the cost is at most pattern length times list length.
 */
export function matchesItems<P, T>(
  pattern: readonly (P | Star)[],
  items: readonly T[],
  matchesOne: (wanted: P, item: T) => boolean,
): boolean {
  let at = 0;
  let from = 0;
  let afterStar: number | undefined;
  let starEnd = 0;
  for (;;) {
    const wanted = pattern[at];
    const item = items[from];
    if (wanted === star) {
      at += 1;
      afterStar = at;
      starEnd = from;
    } else if (item === undefined) {
      return at === pattern.length;
    } else if (wanted !== undefined && matchesOne(wanted, item)) {
      at += 1;
      from += 1;
    } else if (afterStar !== undefined) {
      starEnd += 1;
      at = afterStar;
      from = starEnd;
    } else {
      return false;
    }
  }
}
