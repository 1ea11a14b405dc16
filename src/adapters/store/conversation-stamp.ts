/**
 * Where a change stands among those of its conversation, whichever window made it and in whichever
 * journal it is read: the later stamp wins. A count that runs with the clock and never goes back
 * within a conversation, then the window. Two stamps compare as texts.
 */
export function stampText(count: number, writer: string): string {
  return `${count.toString(36).padStart(countDigits, '0')}-${writer}`;
}

/** Enough for the milliseconds of three thousand years. */
const countDigits = 9;

export function countOf(stamp: string): number {
  return Number.parseInt(stamp.slice(0, countDigits), 36);
}
