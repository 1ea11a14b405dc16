import { parseJson, readCount, readList, readString } from '../../core/base/json-read';
import type { FeedPosition } from './chat-feed';

/** Where a list over several places goes on: each place that may have more. */
export type ListPositions = ReadonlyMap<string, FeedPosition>;

export function encodePositions(positions: ListPositions): string {
  return JSON.stringify({ places: [...positions].map(([id, at]) => ({ id, ...at })) });
}

/** A cursor that is none of ours names no place: the list ends. */
export function decodePositions(cursor: string): ListPositions {
  const positions = new Map<string, FeedPosition>();
  for (const item of readList(parseJson(cursor)?.value, 'places')) {
    const id = readString(item, 'id');
    const inside = readString(item, 'cursor');
    if (id === undefined) continue;
    const taken = readCount(item, 'taken') ?? 0;
    positions.set(id, inside === undefined ? { taken } : { taken, cursor: inside });
  }
  return positions;
}
