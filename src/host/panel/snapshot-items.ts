import type { TranscriptItem } from '../../core/contracts/panel';

export interface SnapshotItems {
  readonly items: readonly TranscriptItem[];
  /** Ids of the items left out. */
  readonly omitted: readonly string[];
}

/** The newest `count` items, and older ones that still wait or run. */
export function snapshotItems(all: readonly TranscriptItem[], count: number): SnapshotItems {
  const old = all.slice(0, -count);
  const omitted = old.filter((item) => !isOpen(item)).map((item) => item.id);
  return { items: [...old.filter(isOpen), ...all.slice(-count)], omitted };
}

function isOpen(item: TranscriptItem): boolean {
  return item.type === 'call' && (item.status === 'asking' || item.status === 'running');
}
