import type { IndexContext, LoadedIndex } from './feed';
import { firstRecordAt } from './record-format';
import { liveBytesOf, sumOf } from './record-totals';
import { rewriteSegments } from './rewrite-segments';

export interface CompactionLimits {
  readonly sealBytes: number;
  readonly maxBytes: () => number;
  /** Files that hold text that has to go. */
  readonly mustGo: ReadonlySet<string>;
}

interface Segment {
  readonly id: string;
  readonly name: string;
  readonly seq: number;
  readonly size: number;
  readonly live: number;
  /** Bytes that would be won. */
  readonly dead: number;
}

/** From so many small segments on they become one. */
const smallSegmentsToMerge = 8;

/**
 * Writes segments anew without what no row needs any more. The old files stay until the database
 * that names the new ones is in place. A new file is complete, or not there; it says which ones it
 * replaces, so that also a database that is made from the files knows.
 */
export async function compact(
  place: IndexContext,
  loaded: LoadedIndex,
  limits: CompactionLimits,
): Promise<void> {
  const made: string[] = [];
  for (const group of groupsOf(choose(segmentsOf(loaded), limits), limits.sealBytes)) {
    made.push(await rewriteSegments(place, loaded, group));
  }
  if (made.length === 0) return;
  const live = liveBytesOf(loaded.database);
  for (const id of made) {
    const at = loaded.progress.get(id);
    if (at?.state !== 'sealed') continue;
    const idle = at.offset - firstRecordAt - (live.get(id) ?? 0);
    loaded.progress.set(id, { ...at, idle });
  }
}

function segmentsOf({ database, progress, names }: LoadedIndex): readonly Segment[] {
  const live = liveBytesOf(database);
  return [...progress]
    .flatMap(([id, { state, seq, offset, idle }]): Segment[] => {
      const name = names.get(id);
      if (state !== 'sealed' || name === undefined) return [];
      const needed = live.get(id) ?? 0;
      const size = offset - firstRecordAt;
      return [{ id, name, seq, size, live: needed, dead: size - needed - idle }];
    })
    .sort((a, b) => a.seq - b.seq);
}

function choose(
  segments: readonly Segment[],
  { sealBytes, maxBytes, mustGo }: CompactionLimits,
): readonly Segment[] {
  const chosen = new Set(
    segments.filter(({ id, size, dead }) => mustGo.has(id) || dead * 2 > size || size === 0),
  );
  const small = segments.filter(({ size }) => size * 4 < sealBytes);
  if (small.length >= smallSegmentsToMerge) for (const one of small) chosen.add(one);
  let total = sumOf(segments.map(({ size }) => size)) - sumOf([...chosen].map(({ dead }) => dead));
  for (const one of [...segments].sort((a, b) => b.dead - a.dead)) {
    if (total <= maxBytes() || one.dead <= 0) break;
    if (chosen.has(one)) continue;
    chosen.add(one);
    total -= one.dead;
  }
  return segments.filter((one) => chosen.has(one));
}

/** What fits together in one new file. */
function groupsOf(chosen: readonly Segment[], sealBytes: number): readonly (readonly Segment[])[] {
  const groups: Segment[][] = [];
  let live = 0;
  for (const one of chosen) {
    const last = groups.at(-1);
    if (last !== undefined && live + one.live <= sealBytes) {
      last.push(one);
      live += one.live;
    } else {
      groups.push([one]);
      live = one.live;
    }
  }
  return groups;
}
