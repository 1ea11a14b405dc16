import { Emitter } from '../../../adapters/system/emitter';
import type { ChatSummary, PanelChange, PanelState } from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/system';
import { noChanges, type ChangedItems } from './chat-changes';
import type { ChatDeps } from './chat-deps';
import type { ChatDirectory } from './chat-directory';
import { ChatTab, newTranscript, type ChatFork, type ChatObserver } from './chat-tab';
import type { EditedMessage } from './edit-message';
import type { Transcript } from '../transcript/transcript';
import { isAborted } from '../../../core/base/async';

/** The chats of this window as the user sees them; one is active. The others continue to run. */
export class ChatList implements ChatObserver, Disposable {
  private readonly changed = new Emitter();
  private readonly watched: readonly Disposable[];
  private current: ChatTab;
  private view: ChatListView | undefined;
  private count = 0;
  /** The text that the page typed or got last. */
  private knownDraft = '';
  private draftCount = 0;
  private sentCount = 0;
  private sentChanges = noChanges;

  constructor(
    private readonly directory: ChatDirectory<ChatTab>,
    private readonly deps: ChatDeps,
  ) {
    this.current = this.add();
    this.watched = [
      deps.approvals.onDidChange(() => {
        for (const chat of this.all()) chat.refreshApprovals();
        this.stateChanged();
      }),
      deps.background.onDidChange((sessionId) => {
        this.find(sessionId)?.refreshBackground();
        this.stateChanged();
      }),
      deps.changes.onDidChange((sessionId) => {
        // Chats that continue from this session show its cards, too.
        for (const chat of this.all()) chat.refreshChanges(sessionId);
        this.stateChanged();
      }),
    ];
  }

  get active(): ChatTab {
    return this.current;
  }

  get isRunning(): boolean {
    return this.all().some((chat) => chat.isRunning);
  }

  /** Newest first. */
  all(): readonly ChatTab[] {
    return this.directory.all();
  }

  find(sessionId: string): ChatTab | undefined {
    return this.directory.find(sessionId);
  }

  /** Called when chats, their titles, drafts or states may have changed. */
  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  summaries(): readonly ChatSummary[] {
    return this.all().map((chat) => chat.summary());
  }

  state(): ChatListState {
    const { id, draft, queue, background, changes, usage, wantsModel } = this.current;
    return {
      chats: this.summaries(),
      activeChat: id,
      draft: draft.text,
      draftCount: this.draftCount,
      attachments: draft.attachments.map(({ item }) => item),
      queued: queue.items(),
      background,
      wantsModel,
      ...changes.items,
      ...(usage === undefined ? {} : { usage }),
    };
  }

  /** True while a chat runs whose calls belong to this session. */
  isRunningIn(sessionId: string): boolean {
    return this.find(sessionId)?.isRunning === true;
  }

  connect(view: ChatListView): Disposable {
    this.view = view;
    return { dispose: () => (this.view = undefined) };
  }

  /** Activates a new chat, or one that is still empty. */
  create(): void {
    this.activate(this.all().find((chat) => chat.isEmpty) ?? this.add());
  }

  /** Returns false when there is no such chat. */
  select(chatId: string): boolean {
    const chat = this.all().find(({ id }) => id === chatId);
    if (chat) this.activate(chat);
    return chat !== undefined;
  }

  /** The unsent text of the user; the page that typed it gets no update. */
  saveDraft(text: string): void {
    this.current.draft.text = text;
    this.knownDraft = text;
    this.changed.fire();
  }

  /** Continues from before an earlier message, in a new chat. */
  continueFrom({ fork, attachments, text, filesLeft }: EditedMessage): void {
    const chat = this.add(fork);
    if (fork.sessionId !== undefined) this.sessionOpened(chat, fork.sessionId);
    for (const attachment of attachments) chat.attach(attachment);
    this.activate(chat);
    if (filesLeft === undefined) {
      chat.send(text);
      return;
    }
    chat.addToDraft(text);
    chat.say({ level: 'warning', text: filesLeft });
  }

  /**
   * Closes the active chat: its turn stops and its grants are forgotten. Stored data stays, and its
   * file changes can still be undone.
   */
  close(): void {
    const { sessionId } = this.current;
    this.current.stop();
    this.remove(this.current);
    if (sessionId !== undefined) this.deps.agent.endSession(sessionId);
  }

  /** Takes a chat from the list; the caller handles its session. */
  remove(chat: ChatTab): void {
    if (!this.directory.remove(chat)) return;
    if (chat === this.current) this.activate(this.all()[0] ?? this.add());
    chat.dispose();
    this.stateChanged();
  }

  /** Adds a chat that was open before, or is stored, without loading it. */
  restore(title: string, sessionId: string | undefined): ChatTab {
    return this.add({ title, sessionId, transcript: this.newTranscript(), sent: new Map() });
  }

  /** An empty transcript that belongs to no chat. */
  newTranscript(): Transcript {
    return newTranscript(this.deps);
  }

  /**
   * Has the agent replay the stored session of this chat; `begin` is called before its first update.
   * Rejects when the agent refuses, which releases a session that is not open in any chat.
   */
  async load(chat: ChatTab, begin: () => void): Promise<void> {
    const { sessionId = '' } = chat;
    try {
      await this.directory.load(sessionId, chat.closed, () => {
        begin();
        return chat.acp.load();
      });
    } finally {
      if (isAborted(chat.closed) && !this.find(sessionId)) this.deps.agent.endSession(sessionId);
    }
  }

  stopAll(): void {
    for (const chat of this.all()) chat.stop();
  }

  itemsChanged(chat: ChatTab, changes: readonly PanelChange[]): void {
    if (chat === this.current) this.view?.change(changes);
  }

  /** The draft is sent only when the host has changed it: the page may be ahead of us. */
  stateChanged(): void {
    this.noteDraft();
    const { draft, draftCount, changes, moreChanges, ...rest } = this.state();
    const { items } = this.current.changes;
    const state = {
      ...rest,
      ...(draftCount === this.sentCount ? {} : { draft, draftCount }),
      // There may be many, and most events do not concern them.
      ...(items === this.sentChanges ? {} : { changes, moreChanges }),
    };
    this.sentCount = draftCount;
    this.sentChanges = items;
    this.view?.change([{ op: 'state', state }]);
    this.changed.fire();
  }

  wasReset(chat: ChatTab): void {
    if (chat === this.current) this.resetView();
  }

  commandsChanged(chat: ChatTab): void {
    if (chat === this.current) this.view?.commandsChanged();
  }

  expectSession(): () => void {
    return this.directory.expectSession();
  }

  sessionOpened(chat: ChatTab, sessionId: string): void {
    if (isAborted(chat.closed)) this.deps.agent.endSession(sessionId);
    this.directory.deliverEarly(chat, sessionId);
    chat.refreshApprovals();
    this.stateChanged();
  }

  dispose(): void {
    for (const each of this.watched) each.dispose();
    for (const chat of this.all()) chat.dispose();
  }

  private add(fork?: ChatFork): ChatTab {
    this.count += 1;
    const chat = new ChatTab(`chat-${this.count}`, this.deps, this, fork);
    this.directory.add(chat);
    return chat;
  }

  private activate(chat: ChatTab): void {
    if (chat !== this.current) {
      this.current = chat;
      this.resetView();
    }
    chat.stored?.show();
  }

  /** Counts a draft that differs from what the page typed or got last. */
  private noteDraft(): void {
    const { text } = this.current.draft;
    if (text !== this.knownDraft) this.draftCount += 1;
    this.knownDraft = text;
  }

  private resetView(): void {
    this.noteDraft();
    this.sentCount = this.draftCount;
    this.sentChanges = this.current.changes.items;
    this.view?.reset();
    this.changed.fire();
  }
}

export type ChatListState = Pick<
  PanelState,
  | 'chats'
  | 'activeChat'
  | 'draft'
  | 'draftCount'
  | 'queued'
  | 'background'
  | 'attachments'
  | 'usage'
  | 'wantsModel'
> &
  ChangedItems;

/** Observers of the active chat. */
interface ChatListView {
  /** Items of the active chat, or the state, have changed. */
  readonly change: (changes: readonly PanelChange[]) => void;
  /** Another chat is active: everything changes. */
  readonly reset: () => void;
  /** The agent of the active chat has reported its commands. */
  readonly commandsChanged: () => void;
}
