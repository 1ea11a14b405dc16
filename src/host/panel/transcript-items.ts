import type { PanelChange, TranscriptItem } from '../../core/contracts/panel';

/** Short enough that counting on stays exact. */
const ownUserId = /^#[1-9]\d{0,14}$/;

/** The items of one transcript, oldest first; one that is put again keeps its place. */
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

  /** For what the person says; names the message to the agent, too. */
  freshUserId(): string {
    this.users += 1;
    return `#${this.users}`;
  }

  /** For everything else; never that of a message of the person, whichever is restored later. */
  freshId(): string {
    this.others += 1;
    return `#i${this.others}`;
  }

  /** The id that a restored message had; a fresh one where it cannot have been one of ours. */
  restoredUserId(messageId: string): string {
    const isOurs = ownUserId.test(messageId) && !this.byId.has(messageId);
    if (!isOurs) return this.freshUserId();
    this.users = Math.max(this.users, Number(messageId.slice(1)));
    return messageId;
  }

  /** Ids go on. */
  clear(): void {
    this.byId.clear();
  }

  /** Those behind this one. */
  after(id: string): readonly TranscriptItem[] {
    const all = this.all();
    const at = all.findIndex((item) => item.id === id);
    return at < 0 ? [] : all.slice(at + 1);
  }

  /** Those before this one; new ids of the copy are in neither. */
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
