/** Something with a place in a file. */
export interface Placed {
  readonly position: number;
  readonly bytes: number;
}

/** A part of a file that is read at once, including what is between its items. */
export interface FileRange<T> {
  readonly from: number;
  to: number;
  readonly items: T[];
}

/** Joins neighbors of one file into ranges of at most `maxBytes`, unless one item is longer. */
export function joinNeighbors<T extends Placed>(
  items: readonly T[],
  { gapBytes, maxBytes }: { readonly gapBytes: number; readonly maxBytes: number },
): readonly FileRange<T>[] {
  const ranges: FileRange<T>[] = [];
  for (const item of items.toSorted((a, b) => a.position - b.position)) {
    const to = item.position + item.bytes;
    const last = ranges.at(-1);
    const isNear =
      last !== undefined && item.position <= last.to + gapBytes && to <= last.from + maxBytes;
    if (isNear) {
      last.items.push(item);
      last.to = Math.max(last.to, to);
    } else {
      ranges.push({ from: item.position, to, items: [item] });
    }
  }
  return ranges;
}
