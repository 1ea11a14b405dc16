import type { NoticeAction } from '../../core/contracts/meta';
import type { NoticeItem, PanelChange } from '../../core/contracts/panel';
import type { Notice } from './notice-meta';
import type { TranscriptItems } from './transcript-items';

type Changes = readonly PanelChange[];

/** The notices of one transcript: what they say, what they offer, and how long they wait. */
export class TranscriptNotices {
  /** Ids of items by the agent's id of their message. */
  private readonly ids = new Map<string, string>();
  /** What a notice of this turn offers once the turn has ended. */
  private offer: { readonly id: string; readonly action: NoticeAction } | undefined;
  private waiting: NoticeItem | undefined;
  private count = 0;

  constructor(private readonly items: TranscriptItems) {}

  /** How often something was said. */
  get said(): number {
    return this.count;
  }

  /** Epoch milliseconds, while a notice counts down. */
  get waitsUntil(): number | undefined {
    return this.waiting?.waitUntil;
  }

  /** True when this notice has its button now. */
  offers(id: string): boolean {
    const item = this.items.get(id);
    return item?.type === 'notice' && item.action !== undefined;
  }

  /** Saying the same twice in a row adds nothing; what has a message id is said in its place. */
  add({ messageId, action, ...notice }: Notice, beforeNew: () => Changes): Changes {
    this.count += 1;
    const place = messageId === undefined ? undefined : this.ids.get(messageId);
    const over = this.endWait();
    const isPlain = action === undefined && notice.waitUntil === undefined;
    if (place === undefined && isPlain && this.isLast(notice)) return over;
    const before = place === undefined ? beforeNew() : [];
    const item: NoticeItem = { type: 'notice', id: place ?? this.items.freshId(), ...notice };
    if (messageId !== undefined) this.ids.set(messageId, item.id);
    this.note(item, action);
    return [...before, ...over, ...this.items.put(item)];
  }

  /** A turn begins: what the last one offered is over. */
  beginTurn(): Changes {
    const item = this.offer && this.items.get(this.offer.id);
    this.offer = undefined;
    if (item?.type !== 'notice' || item.action === undefined) return [];
    const { action: _over, ...rest } = item;
    return this.items.put(rest);
  }

  /** The turn has ended: its last word may be an offer. */
  showOffer(): Changes {
    const item = this.items.last();
    if (item?.type !== 'notice' || item.id !== this.offer?.id) return [];
    return this.items.put({ ...item, action: this.offer.action });
  }

  /** The wait that a notice told of is over. */
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
