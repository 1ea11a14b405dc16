import { decodeText } from '../../core/base/decode-text';

export interface ChangedLineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Larger files are not counted. */
export const countedBytes = 1024 * 1024;

/** Beyond these a comparison is broken off, and the count is an estimate. */
const maxEdits = 2000;
const maxComparisons = 5_000_000;

/** The lines of a file with their endings; undefined for what is no text or too large to count. */
export function textLinesOf(bytes: Uint8Array): readonly string[] | undefined {
  if (bytes.length > countedBytes) return undefined;
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? (decoded.text.match(/[^\n]*\n|[^\n]+$/g) ?? []) : undefined;
}

/**
 * Lines removed and added in the shortest way from one text to the other. Of texts that differ
 * beyond reason it counts the lines of which one has more than the other.
 */
export function countLineChanges(before: readonly string[], after: readonly string[]): ChangedLineCounts {
  const inBefore = new Set(before);
  const inAfter = new Set(after);
  // A line that only one side has is part of every way, so the others alone have to be compared.
  const [from, to] = withoutCommonEnds(
    before.filter((line) => inAfter.has(line)),
    after.filter((line) => inBefore.has(line)),
  );
  const edits = shortestEdit(from, to) ?? unevenLines(from, to);
  const removed = (edits + from.length - to.length) / 2;
  return {
    removed: removed + before.filter((line) => !inAfter.has(line)).length,
    added: edits - removed + after.filter((line) => !inBefore.has(line)).length,
  };
}

function withoutCommonEnds(
  one: readonly string[],
  other: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

/**
 * How many lines the shortest way removes and adds (Myers, "An O(ND) difference algorithm"): for
 * each diagonal how far so many edits lead. Undefined when it would take too long.
 */
function shortestEdit(from: readonly string[], to: readonly string[]): number | undefined {
  const limit = Math.min(from.length + to.length, maxEdits);
  const reach = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  let left = maxComparisons;
  for (let edits = 0; edits <= limit; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = reach[middle + diagonal + 1] ?? 0;
      const before = reach[middle + diagonal - 1] ?? 0;
      const goesDown = diagonal === -edits || (diagonal !== edits && before < below);
      const start = goesDown ? below : before + 1;
      const end = follow(from, to, { at: start, diagonal });
      reach[middle + diagonal] = end;
      if (end >= from.length && end - diagonal >= to.length) return edits;
      left -= end - start + 1;
    }
    if (left < 0) return undefined;
  }
  return undefined;
}

/** How far the lines are the same. */
function follow(
  from: readonly string[],
  to: readonly string[],
  { at, diagonal }: { readonly at: number; readonly diagonal: number },
): number {
  let end = at;
  while (end < from.length && end - diagonal < to.length && from[end] === to[end - diagonal]) {
    end += 1;
  }
  return end;
}

/** Lines of which one side has more than the other, in any order. */
function unevenLines(from: readonly string[], to: readonly string[]): number {
  const surplus = new Map<string, number>();
  for (const line of from) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of to) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
