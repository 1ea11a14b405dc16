import type { SessionUpdate } from '../../../core/contracts/chats/acp';
import type { NoticeItem, TranscriptItem } from '../../../core/contracts/panel/state';
import type { Disposable, Clock } from '../../../core/ports/system';
import type { Conversations } from '../../../core/ports/conversations';
import type { FileChanges } from '../../../core/ports/file-changes';
import type { ChatTab, StoredChat } from '../chat/chat-tab';
import type { ChatList } from '../chat/chat-list';
import type { WindowClaims } from './window-claims';
import { replayStored, RestoredMessages } from './restored-messages';
import { failureSentence } from '../transcript/display-text';
import { isAborted } from '../../../core/base/async';
import { t, shownFailure } from '../../window/language';

export interface StoredSessionDeps {
  readonly chats: Pick<ChatList, 'load'>;
  readonly claims: Pick<WindowClaims, 'claim'>;
  readonly conversations: Pick<Conversations, 'read'>;
  readonly changes: Pick<FileChanges, 'keepFiles'>;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/** Milliseconds before the user is notified of a slow load. */
const slowMs = 10_000;

/** A window that is closing, also the one that this window replaces, has its chats a while longer. */
const takeOverMs = 1000;
const maxTakeOvers = 10;

type State = 'stored' | 'loading' | 'slow' | 'failed' | 'elsewhere';

const refusals = (): Readonly<Record<State, string>> => ({
  stored: t('The chat is being loaded. Send your message when it has loaded.'),
  loading: t('The chat is being loaded. Send your message when it has loaded.'),
  slow: t('The chat is being loaded. Send your message when it has loaded.'),
  failed: t('The chat is not loaded, so it cannot continue. Retry, or start a new chat.'),
  elsewhere: t(
    'The chat is open in another window and continues there. Close it there, then retry.',
  ),
});

/** A stored chat until it is loaded, and while another window has it. */
export class StoredSession implements StoredChat {
  private state: State = 'stored';
  private reason = '';
  private messages: RestoredMessages | undefined;
  private ended: Promise<void> = Promise.resolve();
  /** The next try to take the chat over; it ends with another one that begins. */
  private next: Disposable | undefined;

  constructor(
    private readonly chat: ChatTab,
    private readonly deps: StoredSessionDeps,
  ) {}

  get items(): readonly TranscriptItem[] {
    if (this.state !== 'elsewhere') return [this.notice()];
    return [...this.chat.transcript.items(), this.notice()];
  }

  get refusal(): string {
    return refusals()[this.state];
  }

  /** Settles when the started work has ended, in success or failure. */
  get settled(): Promise<void> {
    return this.ended;
  }

  /** True once the stored content is visible, though it may not continue here. */
  get isShown(): boolean {
    return this.state === 'elsewhere';
  }

  take(update: SessionUpdate): boolean {
    // Sent for a closed chat of this session, or by an agent that sends unasked.
    if (this.messages === undefined) return true;
    if (update.sessionUpdate === 'user_message_chunk') {
      this.messages.take(update);
      return true;
    }
    this.messages.end();
    if (update.sessionUpdate !== 'session_info_update') return false;
    const { title } = update;
    if (typeof title === 'string' && title.trim() !== '') this.chat.rename(title);
    return true;
  }

  show(): void {
    if (this.state === 'stored') this.begin();
  }

  act(): void {
    if (this.state === 'failed' || this.state === 'elsewhere') this.begin();
  }

  private begin(): void {
    this.next?.dispose();
    this.next = undefined;
    this.become('loading');
    this.ended = this.load();
  }

  /** Never rejects. */
  private async load(): Promise<void> {
    const slow = this.deps.clock.after(slowMs, () => this.become('slow'));
    try {
      const isOurs = await this.deps.claims.claim(this.chat.sessionId ?? '');
      await (isOurs ? this.loadHere(slow) : this.readOnly(slow));
    } catch (error) {
      this.failed(failureSentence(error));
    } finally {
      slow.dispose();
    }
  }

  private async loadHere(slow: Disposable): Promise<void> {
    const { chat, deps } = this;
    try {
      await deps.chats.load(chat, () => {
        chat.resetTranscript();
        this.messages = new RestoredMessages(chat, true);
      });
    } finally {
      this.messages = undefined;
      slow.dispose();
    }
    if (isAborted(chat.closed)) return;
    chat.transcript.settle();
    chat.transcript.notices.showOffer();
    chat.setStored(undefined);
    await this.findChanges();
  }

  /** A chat that another window drives is read-only here: the agent is not involved. */
  private async readOnly(slow: Disposable): Promise<void> {
    const { chat, deps } = this;
    const read = await deps.conversations.read(chat.sessionId ?? '');
    slow.dispose();
    if (isAborted(chat.closed)) return;
    if (!read.ok) {
      this.failed(shownFailure(read.failure));
      return;
    }
    chat.resetTranscript();
    replayStored(read.value.entries, chat);
    this.become('elsewhere');
    this.takeOverSoon(maxTakeOvers);
  }

  private takeOverSoon(left: number): void {
    const { chat, deps } = this;
    const next = deps.clock.after(takeOverMs, () => {
      if (isAborted(chat.closed)) return;
      // What goes wrong here shows when the user retries.
      const claimed = deps.claims.claim(chat.sessionId ?? '').catch(() => false);
      void claimed.then((isOurs) => {
        if (this.next !== next || isAborted(chat.closed)) return;
        if (isOurs) this.act();
        else if (left > 1) this.takeOverSoon(left - 1);
      });
    });
    this.next = next;
  }

  /** What it changed in files is found again by its first use; to keep no file is none. */
  private async findChanges(): Promise<void> {
    const { chat, deps } = this;
    const cards = chat.transcript.allCards().filter(({ item }) => mayChangeFiles.has(item.kind));
    const sessions = cards.flatMap(({ sessionId = chat.sessionId }) => sessionId ?? []);
    for (const sessionId of new Set(sessions)) {
      const found = await deps.changes.keepFiles(sessionId, []);
      if (found.ok) chat.refreshChanges(sessionId);
      else {
        deps.warn(`The file changes of a chat could not be loaded: ${found.failure.message}`);
      }
    }
  }

  private failed(reason: string): void {
    this.reason = reason;
    this.become('failed');
  }

  private become(state: State): void {
    this.state = state;
    if (!isAborted(this.chat.closed)) this.chat.setStored(this);
  }

  private notice(): NoticeItem {
    const { state } = this;
    const id = '#stored';
    switch (state) {
      case 'stored':
      case 'loading':
        return { type: 'notice', id, level: 'info', text: t('Loading…') };
      case 'slow':
        return { type: 'notice', id, level: 'info', text: slowText() };
      case 'failed':
        return { type: 'notice', id, level: 'error', text: failedText(this.reason), ...retry };
      case 'elsewhere':
        return { type: 'notice', id, level: 'warning', text: elsewhereText(), ...retry };
    }
  }
}

const retry = { action: 'retry' } as const;
const mayChangeFiles: ReadonlySet<string> = new Set(['edit', 'delete', 'move', 'execute', 'other']);

const slowText = (): string =>
  t(
    'Loading… This takes longer than usual. You can continue in another chat; this one stays stored.',
  );

const elsewhereText = (): string =>
  t(
    'This chat is open in another window and is read-only here. Close it there and retry, or start a new chat.',
  );

function failedText(reason: string): string {
  return t(
    'The chat was not loaded: {0} It stays stored. Retry, or start a new chat. To check the storage, run “Gatehouse: Check Setup”.',
    reason,
  );
}
