/** Entries that PageUp and PageDown pass. */
const leap = 10;

const steps: ReadonlyMap<string, (at: number, last: number) => number> = new Map([
  ['ArrowDown', (at: number, last: number) => Math.min(at + 1, last)],
  ['ArrowUp', (at: number) => Math.max(at - 1, 0)],
  ['PageDown', (at: number, last: number) => Math.min(at + leap, last)],
  ['PageUp', (at: number) => Math.max(at - leap, 0)],
  ['Home', () => 0],
  ['End', (_at: number, last: number) => last],
]);

/** The entry of a list that a key leads to; undefined for a key that does not move. */
export function stepTo(key: string, at: number, last: number): number | undefined {
  return steps.get(key)?.(at, last);
}
