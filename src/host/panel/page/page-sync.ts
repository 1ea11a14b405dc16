import { isFinal } from '../../../core/contracts/calls/ending';
import type {
  PanelChange,
  PanelMessage,
  PanelState,
  ShownImage,
  SuggestionItem,
  TranscriptItem,
} from '../../../core/contracts/panel/state';
import type { Disposable, Clock } from '../../../core/ports/system';
import { cutStart } from '../../../core/base/text-lines';
import { maxTail } from '../transcript/display-text';

/** Items of a page, and how many more it gets when it asks for earlier or later ones. */
const pageItems = 200;
/** A page has no more at a time, so that the longest chat scrolls like a short one. */
const maxPageItems = 300;

/** Milliseconds that changes are batched, so that streaming costs about 30 messages a second. */
const gatherMs = 30;

export interface PageSyncDeps {
  readonly clock: Clock;
  readonly post: (message: PanelMessage) => void;
  readonly state: () => Omit<PanelState, 'earlier' | 'later'>;
  readonly items: () => readonly TranscriptItem[];
}

/**
 * Numbers what goes to one panel page. Until the page has said `ready` nothing is sent; from then
 * on it gets one snapshot and every change after it.
 */
export class PageSync {
  private seq = 0;
  private hasPage = false;
  private waiting: PanelChange[] = [];
  private timer: Disposable | undefined;
  private range = newest;
  /** Items before and behind those of the page: the page does not have them. */
  private earlier = new Set<string>();
  private later = new Set<string>();
  /** Ids of the items of the page. */
  private shown = new Set<string>();
  /** Approval shown on each card, as last sent. */
  private readonly approvals = new Map<string, string>();

  constructor(private readonly deps: PageSyncDeps) {}

  /** True while a page is connected. */
  get isOpen(): boolean {
    return this.hasPage;
  }

  /** Sends the newest items and the state again, including pending changes. */
  snapshot(): void {
    this.hasPage = true;
    this.sendAll(newest);
  }

  /** Sends older items, too; those at the other end may leave the page. */
  showEarlier(): void {
    if (!this.hasPage || this.earlier.size === 0) return;
    const { length } = this.deps.items();
    const start = Math.max(0, startOf(this.range, length) - pageItems);
    const end = Math.min(this.range.end ?? length, start + maxPageItems);
    this.sendAll({ start, end: end < length ? end : undefined });
  }

  /** Sends newer items, too, until the page has the newest. */
  showLater(): void {
    const { start = 0, end } = this.range;
    if (!this.hasPage || end === undefined) return;
    const { length } = this.deps.items();
    const next = Math.min(length, end + pageItems);
    this.sendAll({
      start: Math.max(start, next - maxPageItems),
      end: next < length ? next : undefined,
    });
  }

  /** Sends the newest items if the page lacks some. */
  showLatest(): void {
    if (this.hasPage && this.range.end !== undefined) this.sendAll(newest);
  }

  /** Has the page show this item, with those around it; false while there is no page. */
  reveal(itemId: string): boolean {
    if (!this.hasPage) return false;
    if (this.isOmitted(itemId)) {
      const all = this.deps.items();
      // Some items before it, so that it is not the first on the page.
      const start = Math.max(0, all.findIndex(({ id }) => id === itemId) - pageItems);
      const end = start + maxPageItems;
      this.sendAll({ start, end: end < all.length ? end : undefined });
    }
    return this.send((seq) => ({ type: 'reveal', seq, itemId }));
  }

  push(changes: readonly PanelChange[]): void {
    if (!this.hasPage || changes.length === 0) return;
    const isLong = this.range.end !== undefined || this.shown.size > maxPageItems;
    if (isLong && changes.some((change) => this.isSent(change))) {
      this.sendAll(newest);
      return;
    }
    this.waiting.push(...changes.filter((change) => this.isKnown(change)));
    this.timer ??= this.deps.clock.after(gatherMs, () => this.flush());
  }

  /** Returns false when no page is connected. */
  insert(text: string): boolean {
    return this.send((seq) => ({ type: 'insert', seq, text }));
  }

  suggestions(query: string, items: readonly SuggestionItem[]): void {
    this.send((seq) => ({ type: 'suggestions', seq, query, items }));
  }

  image(attachmentId: string, image: ShownImage | undefined): void {
    this.send((seq) => ({ type: 'image', seq, attachmentId, image }));
  }

  files(found: readonly string[]): void {
    this.send((seq) => ({ type: 'files', seq, found }));
  }

  focus(): boolean {
    return this.send((seq) => ({ type: 'focus', seq }));
  }

  /** True when the last sent version of a card has this approval. */
  hasShown(approvalId: string): boolean {
    return [...this.approvals.values()].includes(approvalId);
  }

  /** The page is gone or hidden; the next one begins with `ready`. */
  close(): void {
    this.forget();
    this.hasPage = false;
    this.approvals.clear();
  }

  private sendAll(range: ItemRange): void {
    this.forget();
    const all = this.deps.items();
    const { items, earlier, later } = itemsIn(range, all);
    // What is added to the chat does not move it.
    this.range = { start: startOf(range, all.length), end: range.end };
    this.earlier = new Set(earlier);
    this.later = new Set(later);
    this.shown = new Set(items.map(({ id }) => id));
    this.approvals.clear();
    for (const item of items) this.noteApproval(item);
    this.seq += 1;
    const state = { ...this.deps.state(), earlier: earlier.length, later: later.length };
    this.deps.post({ type: 'snapshot', seq: this.seq, state, items });
  }

  private send(make: (seq: number) => PanelMessage): boolean {
    if (!this.hasPage) return false;
    this.flush();
    this.seq += 1;
    this.deps.post(make(this.seq));
    return true;
  }

  private flush(): void {
    const changes = coalesce(this.waiting);
    this.forget();
    if (changes.length === 0) return;
    for (const change of changes) if (change.op === 'item') this.noteApproval(change.item);
    this.seq += 1;
    this.deps.post({ type: 'patch', seq: this.seq, changes });
  }

  private forget(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.waiting = [];
  }

  /**
   * A card with a new question comes to the page; other changes of items that it lacks are not sent.
   */
  private isKnown(change: PanelChange): boolean {
    if (change.op === 'state') return true;
    if (change.op !== 'item') return !this.isOmitted(change.id);
    const { item } = change;
    const isBehind = this.range.end !== undefined && this.isNew(item.id);
    if (isBehind) this.later.add(item.id);
    const isBack = this.isOmitted(item.id) && isAsking(item);
    if (isBack) {
      this.earlier.delete(item.id);
      this.later.delete(item.id);
    }
    if (isBack || isBehind) {
      const counts = { earlier: this.earlier.size, later: this.later.size };
      this.waiting.push({ op: 'state', state: counts });
    }
    if (this.isOmitted(item.id)) return false;
    this.shown.add(item.id);
    return true;
  }

  private isOmitted(id: string): boolean {
    return this.earlier.has(id) || this.later.has(id);
  }

  private isNew(id: string): boolean {
    return !this.shown.has(id) && !this.isOmitted(id);
  }

  /** A message that the user has just sent: the page goes to it. */
  private isSent(change: PanelChange): boolean {
    return change.op === 'item' && change.item.type === 'user' && this.isNew(change.item.id);
  }

  private noteApproval(item: TranscriptItem): void {
    if (item.type !== 'call') return;
    if (item.approval === undefined) this.approvals.delete(item.id);
    else this.approvals.set(item.id, item.approval.approvalId);
  }
}

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

/** All changes of one key concern one item, or all concern the state. */
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

/** Items of a page by their places; absent: from the newest 200, and to the newest. */
interface ItemRange {
  readonly start?: number;
  readonly end?: number | undefined;
}

const newest: ItemRange = {};

function startOf({ start }: ItemRange, length: number): number {
  return start ?? Math.max(0, length - pageItems);
}

/** The items of a range with others that still wait or run, and the ids of what is left out. */
function itemsIn(range: ItemRange, all: readonly TranscriptItem[]) {
  const start = startOf(range, all.length);
  const end = range.end ?? all.length;
  const [before, after] = [all.slice(0, start), all.slice(end)];
  const omittedOf = (some: readonly TranscriptItem[]) =>
    some.filter((item) => !isOpen(item)).map(({ id }) => id);
  return {
    items: [...before.filter(isOpen), ...all.slice(start, end), ...after.filter(isOpen)],
    earlier: omittedOf(before),
    later: omittedOf(after),
  };
}

function isOpen(item: TranscriptItem): boolean {
  return item.type === 'call' && !isFinal(item.status);
}

function isAsking(item: TranscriptItem): boolean {
  return item.type === 'call' && item.status === 'asking';
}
