import type { TranscriptItem } from '../../core/contracts/panel';

const maxItems = 200;

export interface SnapshotItems {
  readonly items: readonly TranscriptItem[];
  /** Ids of the items left out. */
  readonly omitted: readonly string[];
}

/** The newest items, and older ones that still wait or run; a notice counts the others. */
export function snapshotItems(all: readonly TranscriptItem[]): SnapshotItems {
  const old = all.slice(0, -maxItems);
  const omitted = old.filter((item) => !isOpen(item)).map((item) => item.id);
  if (omitted.length === 0) return { items: all, omitted };
  const notice: TranscriptItem = {
    type: 'notice',
    id: '#earlier',
    level: 'info',
    text: `${omitted.length} earlier ${omitted.length === 1 ? 'item is' : 'items are'} not shown.`,
  };
  return { items: [notice, ...old.filter(isOpen), ...all.slice(-maxItems)], omitted };
}

function isOpen(item: TranscriptItem): boolean {
  return item.type === 'call' && (item.status === 'asking' || item.status === 'running');
}
