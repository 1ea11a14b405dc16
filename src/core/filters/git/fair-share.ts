/**
 * How much room each of several gets, so that all together have at most `room` and nobody who needs
 * less than others is cut before them. Infinity when there is enough for all.
 */
export function fairShare(needs: readonly number[], room: number): number {
  let left = Math.max(0, room);
  const sorted = [...needs].sort((one, other) => one - other);
  for (const [at, need] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (need > share) return share;
    left -= need;
  }
  return Infinity;
}
