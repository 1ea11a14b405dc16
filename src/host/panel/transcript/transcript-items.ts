import type { PanelChange, TranscriptItem, NoticeItem } from '../../../core/contracts/panel/state';
import type { NoticeAction } from '../../../core/contracts/chats/acp';
import type { Notice } from './acp-meta';

/** Small enough that further ids stay exact. */
const ownUserId = /^#[1-9]\d{0,14}$/;

/** The items of one transcript, oldest first; a replaced item keeps its place. */
export class TranscriptItems {
  private readonly byId = new Map<string, TranscriptItem>();
  private lastId = '';
  private users = 0;
  private others = 0;

  all(): readonly TranscriptItem[] {
    return [...this.byId.values()];
  }

  get(id: string): TranscriptItem | undefined {
    return this.byId.get(id);
  }

  last(): TranscriptItem | undefined {
    return this.byId.get(this.lastId);
  }

  put(item: TranscriptItem): readonly PanelChange[] {
    if (!this.byId.has(item.id)) this.lastId = item.id;
    this.byId.set(item.id, item);
    return [{ op: 'item', item }];
  }

  /** For user messages; also identifies the message to the agent. */
  freshUserId(): string {
    this.users += 1;
    return `#${this.users}`;
  }

  /** For all other items; never equal to the id of a user message, even one restored later. */
  freshId(): string {
    this.others += 1;
    return `#i${this.others}`;
  }

  /** The id of a restored message; a fresh one if it cannot have been one of ours. */
  restoredUserId(messageId: string): string {
    const isOurs = ownUserId.test(messageId) && !this.byId.has(messageId);
    if (!isOurs) return this.freshUserId();
    this.users = Math.max(this.users, Number(messageId.slice(1)));
    return messageId;
  }

  /** Ids continue. */
  clear(): void {
    this.byId.clear();
  }

  /** The items after this one. */
  after(id: string): readonly TranscriptItem[] {
    const all = this.all();
    const at = all.findIndex((item) => item.id === id);
    return at < 0 ? [] : all.slice(at + 1);
  }

  /** The items before this one; new ids of the copy occur in neither. */
  before(id: string): TranscriptItems {
    const copy = new TranscriptItems();
    copy.users = this.users;
    copy.others = this.others;
    for (const item of this.byId.values()) {
      if (item.id === id) break;
      copy.put(item);
    }
    return copy;
  }
}

export type Changes = readonly PanelChange[];

/** The notices of one transcript: their texts, offers and countdowns. */
export class TranscriptNotices {
  /** Ids of items by the agent's id of their message. */
  private readonly ids = new Map<string, string>();
  /** The offer of a notice of this turn, after the turn has ended. */
  private offer: { readonly id: string; readonly action: NoticeAction } | undefined;
  private waiting: NoticeItem | undefined;
  private count = 0;

  constructor(private readonly items: TranscriptItems) {}

  /** The number of notices so far. */
  get said(): number {
    return this.count;
  }

  /** Epoch milliseconds, while a notice counts down. */
  get waitsUntil(): number | undefined {
    return this.waiting?.waitUntil;
  }

  /** The action of the button that this notice has now. */
  offers(id: string): NoticeAction | undefined {
    const item = this.items.get(id);
    return item?.type === 'notice' ? item.action : undefined;
  }

  /** The action of this notice was performed: its button goes. */
  done(id: string): Changes {
    const item = this.items.get(id);
    if (item?.type !== 'notice') return [];
    const { action: _done, ...rest } = item;
    return this.items.put(rest);
  }

  /** An immediate repetition adds nothing; a notice with a message id replaces its earlier text. */
  add({ messageId, action, ...notice }: Notice, beforeNew: () => Changes): Changes {
    this.count += 1;
    const place = messageId === undefined ? undefined : this.ids.get(messageId);
    const over = this.endWait();
    const isPlain = action === undefined && notice.waitUntil === undefined;
    if (place === undefined && isPlain && this.isLast(notice)) return over;
    const before = place === undefined ? beforeNew() : [];
    const item: NoticeItem = { type: 'notice', id: place ?? this.items.freshId(), ...notice };
    if (messageId !== undefined) this.ids.set(messageId, item.id);
    // Not of the turn: it stays until it is chosen.
    if (action === 'fenced') return [...before, ...over, ...this.items.put({ ...item, action })];
    this.note(item, action);
    return [...before, ...over, ...this.items.put(item)];
  }

  /** A turn begins: earlier offers expire. */
  beginTurn(): Changes {
    const item = this.offer && this.items.get(this.offer.id);
    this.offer = undefined;
    if (item?.type !== 'notice' || item.action === undefined) return [];
    const { action: _over, ...rest } = item;
    return this.items.put(rest);
  }

  /** The turn has ended: its last notice may be an offer. */
  showOffer(): Changes {
    const item = this.items.last();
    if (item?.type !== 'notice' || item.id !== this.offer?.id) return [];
    return this.items.put({ ...item, action: this.offer.action });
  }

  /** The wait that a notice announced is over. */
  endWait(): Changes {
    const item = this.waiting;
    this.waiting = undefined;
    if (item === undefined) return [];
    const { waitUntil: _over, ...rest } = item;
    return this.items.put(rest);
  }

  clear(): void {
    this.ids.clear();
    this.offer = undefined;
    this.waiting = undefined;
  }

  private note(item: NoticeItem, action: NoticeAction | undefined): void {
    if (item.waitUntil !== undefined) this.waiting = item;
    if (action !== undefined) this.offer = { id: item.id, action };
    else if (this.offer?.id === item.id) this.offer = undefined;
  }

  private isLast({ level, text }: Notice): boolean {
    const last = this.items.last();
    return last?.type === 'notice' && last.level === level && last.text === text;
  }
}
