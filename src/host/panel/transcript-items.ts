import type { PanelChange, TranscriptItem } from '../../core/contracts/panel';

/** The items of one transcript, oldest first; one that is put again keeps its place. */
export class TranscriptItems {
  private readonly byId = new Map<string, TranscriptItem>();
  private lastId = '';
  private count = 0;

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

  freshId(): string {
    this.count += 1;
    return `#${this.count}`;
  }

  /** Ids go on. */
  clear(): void {
    this.byId.clear();
  }

  /** Those before this one; new ids of the copy are in neither. */
  before(id: string): TranscriptItems {
    const copy = new TranscriptItems();
    copy.count = this.count;
    for (const item of this.byId.values()) {
      if (item.id === id) break;
      copy.put(item);
    }
    return copy;
  }
}
