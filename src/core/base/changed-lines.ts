/** The number of lines that a change adds and removes. A changed line counts as one of each. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** Steps of the comparison; more differences are counted as if nothing between them were kept. */
const maxDifferences = 2000;

/**
 * Counts by the shortest edit script, as a diff does; a line ending is part of its line. Texts that
 * have thousands of lines in another order are counted as replaced, so that the cost is bounded.
 */
export function countChangedLines(before: string, after: string): ChangedLines {
  const [old, fresh] = withoutCommonEnds(linesWithEndings(before), linesWithEndings(after));
  const inOld = new Set(old);
  const inFresh = new Set(fresh);
  // A line that only one side has is in every diff, so the comparison can do without it.
  const keptOld = old.filter((line) => inFresh.has(line));
  const keptFresh = fresh.filter((line) => inOld.has(line));
  const different = countDifferences(keptOld, keptFresh) ?? keptOld.length + keptFresh.length;
  const common = (keptOld.length + keptFresh.length - different) / 2;
  return { added: fresh.length - common, removed: old.length - common };
}

/** Lines with their endings; joined, they give the text. */
export function linesWithEndings(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** Number of equal lines at the beginning and at the end. */
export function commonEnds(
  a: readonly string[],
  b: readonly string[],
): { readonly first: number; readonly last: number } {
  const most = Math.min(a.length, b.length);
  let first = 0;
  while (first < most && a[first] === b[first]) first += 1;
  let last = 0;
  while (last < most - first && a.at(-1 - last) === b.at(-1 - last)) last += 1;
  return { first, last };
}

function withoutCommonEnds(a: readonly string[], b: readonly string[]) {
  const { first, last } = commonEnds(a, b);
  return [a.slice(first, a.length - last), b.slice(first, b.length - last)] as const;
}

/** Myers' greedy comparison, of which only the number of steps is kept. */
function countDifferences(a: readonly string[], b: readonly string[]): number | undefined {
  const most = Math.min(maxDifferences, a.length + b.length);
  // The position on each diagonal; the middle one is that of no difference.
  const furthest = new Int32Array(2 * most + 3).fill(-1);
  const middle = most + 1;
  furthest[middle + 1] = 0;
  for (let steps = 0; steps <= most; steps += 1) {
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const removed = (furthest[middle + diagonal - 1] ?? -1) + 1;
      const added = furthest[middle + diagonal + 1] ?? -1;
      const x = afterSame(a, b, diagonal, Math.max(removed, added));
      if (x >= a.length && x - diagonal >= b.length) return steps;
      furthest[middle + diagonal] = x;
    }
  }
  return undefined;
}

/** Skips the lines that are equal from here on. */
function afterSame(
  a: readonly string[],
  b: readonly string[],
  diagonal: number,
  from: number,
): number {
  let x = from;
  while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
  return x;
}
