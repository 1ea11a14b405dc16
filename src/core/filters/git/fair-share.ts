/**
 * How much room each of several gets, so that all together have at most `room` and nobody who needs
 * less than others is cut before them. Infinity when there is enough for all.
 */
export function fairShare(needs: readonly number[], room: number): number {
  let left = Math.max(0, room);
  let unmet = needs;
  while (unmet.length > 0) {
    const share = Math.floor(left / unmet.length);
    const over = unmet.filter((need) => need > share);
    if (over.length === unmet.length) return share;
    for (const need of unmet) if (need <= share) left -= need;
    unmet = over;
  }
  return Infinity;
}
