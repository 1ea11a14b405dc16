import type { PanelChange, TranscriptItem } from '../../core/contracts/panel';
import { cutStart } from '../../core/base/text-lines';
import { maxTail } from './card-text';

type Growth = Extract<PanelChange, { op: 'append' | 'tail' }>;

/** Merges changes so that a burst costs one message and each item is sent at most once. */
export function coalesce(changes: readonly PanelChange[]): readonly PanelChange[] {
  const merged = new Map<string, PanelChange>();
  for (const change of changes) {
    const key = keyOf(change);
    const earlier = merged.get(key);
    merged.set(key, earlier === undefined ? change : merge(earlier, change));
  }
  return [...merged.values()];
}

/** All changes of one key are of one item, or all are of the state. */
function keyOf(change: PanelChange): string {
  if (change.op === 'state') return 'state';
  return `item ${change.op === 'item' ? change.item.id : change.id}`;
}

function merge(earlier: PanelChange, later: PanelChange): PanelChange {
  if (later.op === 'item') return later;
  if (later.op === 'state') {
    const before = earlier.op === 'state' ? earlier.state : {};
    return { op: 'state', state: { ...before, ...later.state } };
  }
  if (earlier.op === 'item') return { op: 'item', item: grow(earlier.item, later) };
  if (earlier.op === 'state') return later;
  const text = earlier.text + later.text;
  return { ...later, text: later.op === 'tail' ? cutStart(text, maxTail) : text };
}

function grow(item: TranscriptItem, by: Growth): TranscriptItem {
  if (item.type === 'assistant') return { ...item, text: item.text + by.text };
  if (item.type === 'call') return { ...item, tail: cutStart(item.tail + by.text, maxTail) };
  return item;
}
