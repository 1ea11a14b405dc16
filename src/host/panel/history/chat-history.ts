import { Emitter } from '../../../adapters/system/emitter';
import { escapeControlInline } from '../../../core/base/escape-control';
import type { HistoryItem, HistoryList } from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/system';
import { shownLine, shownTitle } from '../transcript/display-text';
import type { ChatList } from '../chat/chat-list';
import { HistoryListing } from './history-listing';
import type { EntrySource, StoredEntry } from './sources';

export interface ChatHistoryDeps {
  readonly sources: readonly EntrySource[];
  readonly chats: Pick<ChatList, 'find' | 'onDidChange'>;
}

const pageSize = 50;
/** The limit of the list; beyond it, the user searches. */
const maxItems = 1000;
const maxExcerpt = 300;

/** The list of all stored chats while it is open; the newest query wins. */
export class ChatHistory implements Disposable {
  private entries: readonly StoredEntry[] = [];
  private query = '';
  private isOpen = false;
  private isLoading = false;
  private hasMore = false;
  private problem: string | undefined;
  private listing: HistoryListing | undefined;
  private running = new AbortController();
  private lastSent = '';
  private readonly ids = new Map<string, string>();
  private readonly watching: Disposable;
  private readonly changed = new Emitter<HistoryList | null>();

  constructor(private readonly deps: ChatHistoryDeps) {
    this.watching = deps.chats.onDidChange(() => {
      if (this.isOpen) this.notifyChange();
    });
  }

  list(): HistoryList | null {
    if (!this.isOpen) return null;
    return {
      query: this.query,
      items: this.entries.map((entry) => this.itemOf(entry)),
      state: this.isLoading ? 'loading' : 'ready',
      hasMore: this.hasMore,
      ...(this.problem === undefined ? {} : { problem: this.problem }),
    };
  }

  /** Called with the list whenever it differs from before; null while it is closed. */
  onDidChange(listener: (list: HistoryList | null) => void): Disposable {
    return this.changed.event(listener);
  }

  /** The chat of a list item; undefined for an unknown item. */
  entry(historyId: string): StoredEntry | undefined {
    return this.entries.find((entry) => this.idOf(entry) === historyId);
  }

  /** Always reloaded: other windows may have added chats. */
  open(): void {
    this.isOpen = true;
    this.query = '';
    this.entries = [];
    this.begin();
  }

  close(): void {
    this.stop();
    this.isOpen = false;
    this.entries = [];
    this.notifyChange();
  }

  /** Searches at once: the page waits until typing rests. */
  search(query: string): void {
    if (!this.isOpen || query === this.query) return;
    this.query = query;
    this.begin();
  }

  more(): void {
    const { listing } = this;
    if (!this.isOpen || this.isLoading || !this.hasMore || listing === undefined) return;
    this.isLoading = true;
    this.notifyChange();
    void this.read(listing, this.running.signal);
  }

  renamed({ sessionId }: StoredEntry, title: string): void {
    this.entries = this.entries.map((entry) =>
      isHere(entry, sessionId) ? { ...entry, title } : entry,
    );
    this.notifyChange();
  }

  removed(sessionId: string): void {
    this.entries = this.entries.filter((entry) => !isHere(entry, sessionId));
    this.notifyChange();
  }

  /** A failed action on a chat of the list. */
  failed(problem: string): void {
    this.problem = problem;
    this.notifyChange();
  }

  dispose(): void {
    this.stop();
    this.watching.dispose();
  }

  private begin(): void {
    this.stop();
    this.running = new AbortController();
    this.isLoading = true;
    this.problem = undefined;
    this.listing = new HistoryListing(this.deps.sources, this.query.trim(), this.running.signal);
    this.entries = [];
    this.notifyChange();
    void this.read(this.listing, this.running.signal);
  }

  /** Sources return problems, and never reject. */
  private async read(listing: HistoryListing, signal: AbortSignal): Promise<void> {
    const show = (found: readonly StoredEntry[]): void => {
      // A newer query, or the end of the list, came first.
      if (signal.aborted) return;
      this.entries = unique([...this.entries, ...found], (entry) => this.idOf(entry));
      this.notifyChange();
    };
    const { entries, hasMore, problem } = await listing.more(pageSize, show);
    if (signal.aborted) return;
    this.entries = unique([...this.entries, ...entries], (entry) => this.idOf(entry));
    this.isLoading = false;
    this.hasMore = hasMore && this.entries.length < maxItems;
    if (problem !== undefined) this.problem = escapeControlInline(problem);
    this.notifyChange();
  }

  private stop(): void {
    this.running.abort();
    this.isLoading = false;
  }

  private notifyChange(): void {
    const list = this.list();
    const text = JSON.stringify(list);
    if (text === this.lastSent) return;
    this.lastSent = text;
    this.changed.fire(list);
  }

  private itemOf(entry: StoredEntry): HistoryItem {
    const { sessionId, updatedAt, messages, cost, excerpt, place } = entry;
    const chat = place === undefined ? this.deps.chats.find(sessionId) : undefined;
    const usedNow = chat?.usage?.cost ?? cost;
    return {
      historyId: this.idOf(entry),
      title: shownTitle(chat?.title ?? entry.title),
      updatedAt,
      messages,
      ...(usedNow === undefined ? {} : { cost: usedNow }),
      ...(place === undefined ? {} : { place: escapeControlInline(place.name) }),
      ...(excerpt === undefined ? {} : { excerpt: shownLine(excerpt, maxExcerpt) }),
      ...(chat === undefined ? {} : { open: chat.isRunning ? 'running' : 'idle' }),
    };
  }

  /** Ids of sessions and places may be anything: the page gets its own, stable for each chat. */
  private idOf({ sessionId, place }: StoredEntry): string {
    const key = JSON.stringify([place?.id ?? null, sessionId]);
    const id = this.ids.get(key) ?? `h${String(this.ids.size + 1)}`;
    this.ids.set(key, id);
    return id;
  }
}

function isHere({ sessionId, place }: StoredEntry, wanted: string): boolean {
  return place === undefined && sessionId === wanted;
}

/** A chat written meanwhile may occur again on a later page. */
function unique(
  entries: readonly StoredEntry[],
  idOf: (entry: StoredEntry) => string,
): readonly StoredEntry[] {
  return [...new Map(entries.map((entry) => [idOf(entry), entry])).values()];
}
