import { batch, signal, type Signal } from '@preact/signals';
import type {
  PanelChange,
  PanelMessage,
  PanelState,
  SuggestionItem,
  TranscriptItem,
} from '../../src/core/contracts/panel/state';
import type { PanelRequest } from '../../src/core/contracts/panel/requests';
import { announceItem, announceState } from '../text/announce';
import { ExistingFiles } from './existing-files';
import { Thumbnails } from './thumbnails';

const maxTailChars = 8192;

/** Text that the host puts into the input; `count` distinguishes two equal ones. */
export interface Insertion {
  readonly count: number;
  readonly text: string;
}

/** An item that the host points to; `count` distinguishes two equal ones. */
export interface Revealed {
  readonly count: number;
  readonly itemId: string;
}

/** Suggestions for a query in the draft. */
export interface SuggestionAnswer {
  readonly query: string;
  readonly items: readonly SuggestionItem[];
}

export const noSuggestions: SuggestionAnswer = { query: '', items: [] };

/**
 * The state of the page: a copy of the host's state, kept current by numbered messages. A gap in
 * the numbers means that a message was lost; the page then requests a new snapshot.
 */
export class PanelStore {
  readonly state = signal<PanelState | undefined>(undefined);
  /** Ids of the items, oldest first. Items have a signal each: one that grows redraws alone. */
  readonly order = signal<readonly string[]>([]);
  /** The draft as the host set it last; `count` rises with each. */
  readonly draft = signal<Insertion>({ count: 0, text: '' });
  readonly insertion = signal<Insertion>({ count: 0, text: '' });
  readonly focusCount = signal(0);
  readonly suggestions = signal(noSuggestions);
  readonly revealed = signal<Revealed>({ count: 0, itemId: '' });
  /** Increases with each snapshot of a different transcript. */
  readonly generation = signal(0);
  readonly announcement = signal('');
  /** Cards whose approval is in sight. */
  readonly approvalsInSight = signal<ReadonlySet<string>>(new Set());
  /** Approvals in view, by their ids. */
  readonly approvalsInView = signal<ReadonlySet<string>>(new Set());
  readonly thumbnails = new Thumbnails((attachmentId) =>
    this.post({ type: 'showImage', attachmentId }),
  );
  readonly files = new ExistingFiles((names) =>
    this.post({ type: 'findFiles', names: [...names] }),
  );
  private readonly items = new Map<string, Signal<TranscriptItem>>();
  /** Announcements of the message being applied, joined so that none is lost. */
  private sayings: readonly string[] = [];
  private seq: number | undefined;
  private leaving: (() => void) | undefined;

  constructor(private readonly post: (request: PanelRequest) => void) {}

  item(id: string): TranscriptItem | undefined {
    return this.items.get(id)?.value;
  }

  receive(message: PanelMessage): void {
    if (message.type !== 'snapshot' && message.seq !== this.nextSeq()) {
      if (this.seq !== undefined) this.resync();
      return;
    }
    this.seq = message.seq;
    this.sayings = [];
    batch(() => this.apply(message));
    if (this.sayings.length > 0) this.say(this.sayings.join('\n'));
  }

  /** Requests a snapshot; messages before it are ignored. */
  resync(): void {
    this.seq = undefined;
    this.post({ type: 'ready' });
  }

  setApprovalInSight(id: string, isInSight: boolean): void {
    toggle(this.approvalsInSight, id, isInSight);
  }

  setApprovalInView(approvalId: string, isInView: boolean): void {
    toggle(this.approvalsInView, approvalId, isInView);
  }

  /** Puts a text at the end of the draft. */
  insert(text: string): void {
    this.insertion.value = { count: this.insertion.value.count + 1, text };
  }

  focusInput(): void {
    this.focusCount.value += 1;
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    this.announcement.value = text;
  }

  /** Called before the host is asked for another chat. */
  onLeave(listener: () => void): void {
    this.leaving = listener;
  }

  leaveChat(): void {
    this.leaving?.();
  }

  private nextSeq(): number | undefined {
    return this.seq === undefined ? undefined : this.seq + 1;
  }

  private apply(message: PanelMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.restart(message.state, message.items);
        return;
      case 'patch':
        for (const change of message.changes) this.change(change);
        return;
      case 'insert':
        this.insert(message.text);
        return;
      case 'suggestions':
        this.suggestions.value = message;
        return;
      case 'image':
        void this.thumbnails.receive(message.attachmentId, message.image);
        return;
      case 'files':
        this.files.receive(message.found);
        return;
      case 'reveal':
        this.revealed.value = { count: this.revealed.value.count + 1, itemId: message.itemId };
        return;
      case 'focus':
        this.focusInput();
        return;
    }
  }

  private restart(state: PanelState, items: readonly TranscriptItem[]): void {
    const shown = this.order.peek();
    const before = this.state.peek();
    const isSameChat = before?.activeChat === state.activeChat;
    const known = new Map(this.items);
    this.items.clear();
    for (const item of items) {
      // A component that already shows the item updates by its signal alone.
      const held = known.get(item.id) ?? signal(item);
      held.value = item;
      this.items.set(item.id, held);
    }
    this.order.value = items.map(({ id }) => id);
    this.state.value = state;
    this.thumbnails.restart(!isSameChat);
    this.files.restart();
    // What was typed meanwhile is newer than the host's copy.
    if (!isSameChat || before.draftCount !== state.draftCount) this.setDraft(state.draft);
    // When items are added at one end, and may leave at the other, the scroll position stays.
    const ends = [shown[0], shown.at(-1)];
    const goesOn = isSameChat && ends.some((id) => id !== undefined && this.items.has(id));
    if (!goesOn) this.generation.value += 1;
  }

  private change(change: PanelChange): void {
    switch (change.op) {
      case 'item':
        this.putItem(change.item);
        return;
      case 'append':
      case 'tail':
        this.grow(change.id, change.text);
        return;
      case 'state':
        this.putState(change.state);
        return;
    }
  }

  private putItem(item: TranscriptItem): void {
    const known = this.items.get(item.id);
    this.announce(announceItem(known?.peek(), item));
    if (known) {
      known.value = item;
      return;
    }
    this.items.set(item.id, signal(item));
    this.order.value = [...this.order.value, item.id];
  }

  private grow(id: string, text: string): void {
    const known = this.items.get(id);
    const item = known?.peek();
    if (known === undefined || item === undefined) return;
    if (item.type === 'assistant') known.value = { ...item, text: item.text + text };
    if (item.type === 'call') {
      known.value = { ...item, tail: (item.tail + text).slice(-maxTailChars) };
    }
  }

  private putState(part: Partial<PanelState>): void {
    const before = this.state.peek();
    if (before === undefined) return;
    const after = { ...before, ...part };
    this.announce(announceState(before, after, this.item(this.order.peek().at(-1) ?? '')));
    this.state.value = after;
    if (part.draft !== undefined) this.setDraft(part.draft);
  }

  private setDraft(text: string): void {
    this.draft.value = { count: this.draft.value.count + 1, text };
  }

  private announce(text: string | undefined): void {
    if (text !== undefined) this.sayings = [...this.sayings, text];
  }
}

function toggle(set: Signal<ReadonlySet<string>>, id: string, isIn: boolean): void {
  if (set.peek().has(id) === isIn) return;
  const next = new Set(set.peek());
  if (isIn) next.add(id);
  else next.delete(id);
  set.value = next;
}

const types: readonly unknown[] = [
  'snapshot',
  'patch',
  'insert',
  'suggestions',
  'image',
  'files',
  'reveal',
  'focus',
] satisfies readonly PanelMessage['type'][];

/** Recognizes the host's messages among others; the host itself is trusted. */
export function isPanelMessage(data: unknown): data is PanelMessage {
  if (typeof data !== 'object' || data === null) return false;
  return 'type' in data && 'seq' in data && types.includes(data.type);
}
