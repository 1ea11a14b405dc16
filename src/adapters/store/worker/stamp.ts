/**
 * Orders a change among those of its chat, whichever window made it and whichever journal contains
 * it: the later stamp wins. It consists of a count, which follows the clock and never decreases
 * within a chat, and the window. Stamps compare as text.
 */
export function stampText(count: number, writer: string): string {
  return `${count.toString(36).padStart(countDigits, '0')}-${writer}`;
}

/** Enough for the milliseconds of three thousand years. */
const countDigits = 9;

export function countOf(stamp: string): number {
  return Number.parseInt(stamp.slice(0, countDigits), 36);
}
