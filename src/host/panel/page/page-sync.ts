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

/** Items of a page, and how many more it gets when it asks for earlier ones. */
const pageItems = 200;

/** Milliseconds that changes are batched, so that streaming costs about 30 messages a second. */
const gatherMs = 30;

export interface PageSyncDeps {
  readonly clock: Clock;
  readonly post: (message: PanelMessage) => void;
  readonly state: () => Omit<PanelState, 'earlier'>;
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
  /** Items too old for the snapshot: not on the page. */
  private omitted = new Set<string>();
  private limit = pageItems;
  /** Approval shown on each card, as last sent. */
  private readonly approvals = new Map<string, string>();

  constructor(private readonly deps: PageSyncDeps) {}

  /** True while a page is connected. */
  get isOpen(): boolean {
    return this.hasPage;
  }

  /** Sends everything again, including pending changes. */
  snapshot(): void {
    this.limit = pageItems;
    this.hasPage = true;
    this.sendAll();
  }

  /** Sends older items, too. */
  showEarlier(): void {
    if (!this.hasPage || this.omitted.size === 0) return;
    this.limit = this.deps.items().length - this.omitted.size + pageItems;
    this.sendAll();
  }

  /**
   * Has the page show this item, with the older ones needed for it; false while there is no page.
   */
  reveal(itemId: string): boolean {
    if (!this.hasPage) return false;
    if (this.omitted.has(itemId)) {
      const all = this.deps.items();
      // Some items before it, so that it is not the first on the page.
      this.limit = all.length - all.findIndex(({ id }) => id === itemId) + pageItems;
      this.sendAll();
    }
    return this.send((seq) => ({ type: 'reveal', seq, itemId }));
  }

  push(changes: readonly PanelChange[]): void {
    if (!this.hasPage || changes.length === 0) return;
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

  private sendAll(): void {
    this.forget();
    const { items, omitted } = snapshotItems(this.deps.items(), this.limit);
    this.omitted = new Set(omitted);
    this.approvals.clear();
    for (const item of items) this.noteApproval(item);
    this.seq += 1;
    const state = { ...this.deps.state(), earlier: omitted.length };
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
   * An old card with a new question returns to the page; other changes of old items are not sent.
   */
  private isKnown(change: PanelChange): boolean {
    if (change.op === 'state') return true;
    if (change.op !== 'item') return !this.omitted.has(change.id);
    if (change.item.type === 'call' && change.item.status === 'asking') {
      const isBack = this.omitted.delete(change.item.id);
      if (isBack) this.waiting.push({ op: 'state', state: { earlier: this.omitted.size } });
    }
    return !this.omitted.has(change.item.id);
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

export interface SnapshotItems {
  readonly items: readonly TranscriptItem[];
  /** Ids of the items left out. */
  readonly omitted: readonly string[];
}

/** The newest `count` items, and older ones that still wait or run. */
function snapshotItems(all: readonly TranscriptItem[], count: number): SnapshotItems {
  const old = all.slice(0, -count);
  const omitted = old.filter((item) => !isOpen(item)).map((item) => item.id);
  return { items: [...old.filter(isOpen), ...all.slice(-count)], omitted };
}

function isOpen(item: TranscriptItem): boolean {
  return item.type === 'call' && (item.status === 'asking' || item.status === 'running');
}
