import type { SessionNotification, SessionUpdate } from '../../../core/contracts/chats/acp';
import type {
  CardRollback,
  ChatSummary,
  PanelChange,
  PanelState,
} from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/disposable';
import { withRollback } from '../transcript/card-status';
import { noChanges, type ChangedItems } from './chat-changes';
import type { ChatDeps } from './chat-deps';
import { ChatTab, type ChatFork, type ChatTabEvents } from './chat-tab';
import type { EditedMessage } from './edit-message';
import { Transcript } from '../transcript/transcript';
import { isAborted } from '../../../core/base/async';

/** Updates kept for a session whose `session/new` has not been answered yet. */
const maxEarly = 1000;

/** All chats of this window; one is active. The others continue to run. */
export class ChatList implements Disposable {
  private readonly chats: ChatTab[] = [];
  private readonly loads = new SessionLoads();
  private readonly listeners = new Set<() => void>();
  private readonly early = new Map<string, SessionUpdate[]>();
  private readonly watched: readonly Disposable[];
  private current: ChatTab;
  private view: ChatListView | undefined;
  private count = 0;
  private sentDraft = '';
  private sentChanges = noChanges;
  /** Set while the agent may be about to answer with a new session. */
  private forks: { readonly isForking: boolean } | undefined;

  constructor(private readonly deps: ChatDeps) {
    this.current = this.add();
    this.watched = [
      deps.approvals.onDidChange(() => {
        for (const chat of this.chats) chat.refreshApprovals();
        this.stateChanged();
      }),
      deps.background.onDidChange((sessionId) => {
        this.find(sessionId)?.refreshBackground();
        this.stateChanged();
      }),
      deps.changes.onDidChange((sessionId) => {
        // Chats that continue from this session show its cards, too.
        for (const chat of this.chats) chat.refreshChanges(sessionId);
        this.stateChanged();
      }),
    ];
  }

  get active(): ChatTab {
    return this.current;
  }

  /** True while any chat runs. */
  get isRunning(): boolean {
    return this.chats.some((chat) => chat.isRunning);
  }

  all(): readonly ChatTab[] {
    return this.chats;
  }

  find(sessionId: string): ChatTab | undefined {
    return this.chats.find((chat) => chat.sessionId === sessionId);
  }

  /** Called when chats, their titles, drafts or states may have changed. */
  onDidChange(listener: () => void): Disposable {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  summaries(): readonly ChatSummary[] {
    return this.chats.map((chat) => chat.summary());
  }

  state(): ChatListState {
    const { id, draft, turns, background, changes, usage } = this.current;
    return {
      chats: this.summaries(),
      activeChat: id,
      draft: draft.text,
      attachments: draft.attachments.map(({ item }) => item),
      queued: turns.queued(),
      background,
      ...changes.items,
      ...(usage === undefined ? {} : { usage }),
    };
  }

  /** True while a chat runs whose calls belong to this session. */
  isRunningIn(sessionId: string): boolean {
    return this.find(sessionId)?.isRunning === true;
  }

  /** The title of the chat that a session belongs to. */
  titleOf(sessionId: string): string | undefined {
    return this.find(sessionId)?.title;
  }

  connect(view: ChatListView): Disposable {
    this.view = view;
    return { dispose: () => (this.view = undefined) };
  }

  /** Activates a new chat, or one that is still empty. */
  create(): void {
    this.activate(this.chats.find((chat) => chat.isEmpty) ?? this.add());
  }

  /** Returns false when there is no such chat. */
  select(chatId: string): boolean {
    const chat = this.chats.find(({ id }) => id === chatId);
    if (chat) this.activate(chat);
    return chat !== undefined;
  }

  /** The unsent text of the user; the page that typed it gets no update. */
  saveDraft(text: string): void {
    this.current.draft.text = text;
    this.sentDraft = text;
    this.notifyListeners();
  }

  /** The operations that fork sessions: updates may arrive before their sessions are known. */
  watchForks(forks: { readonly isForking: boolean }): void {
    this.forks = forks;
  }

  /** Continues from before an earlier message, in a new chat. */
  continueFrom({ fork, attachments, text, filesLeft }: EditedMessage): void {
    const chat = this.add(fork);
    if (fork.sessionId !== undefined) this.opened(chat, fork.sessionId);
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
    const at = this.chats.indexOf(chat);
    if (at < 0) return;
    this.chats.splice(at, 1);
    if (chat === this.current) this.activate(this.chats[0] ?? this.add());
    chat.dispose();
    this.stateChanged();
  }

  /** Adds a chat that was open before, or is stored, without loading it. */
  restore(title: string, sessionId: string | undefined): ChatTab {
    return this.add({ title, sessionId, transcript: this.newTranscript(), sent: new Map() });
  }

  /** An empty transcript that belongs to no chat. */
  newTranscript(): Transcript {
    return new Transcript(() => this.deps.clock.now());
  }

  /** As `ChatLoads.run`; the agent releases a loaded session that is not open in any chat. */
  async load(chat: ChatTab, begin: () => void): Promise<void> {
    const { sessionId = '' } = chat;
    try {
      await this.loads.run(chat, begin);
    } finally {
      if (isAborted(chat.closed) && !this.find(sessionId)) this.deps.agent.endSession(sessionId);
    }
  }

  /** Marks the card of a command as reversible or rolled back; undefined removes the mark. */
  showRollback(sessionId: string, itemId: string, rollback: CardRollback | undefined): void {
    this.find(sessionId)?.changeCard(itemId, withRollback(rollback));
  }

  stopAll(): void {
    for (const chat of this.chats) chat.stop();
  }

  /** ACP `session/update`; may come before `session/new` has answered. */
  sessionUpdate({ sessionId, update }: SessionNotification): void {
    const chat = this.find(sessionId);
    if (chat) {
      chat.update(update);
      return;
    }
    // The chat was closed during the load.
    if (this.loads.has(sessionId)) return;
    const waiting = this.early.get(sessionId) ?? [];
    if (this.isOpening() && waiting.length < maxEarly) {
      this.early.set(sessionId, [...waiting, update]);
    } else {
      this.deps.reports.warn(`An update for the unknown session ${sessionId} was dropped.`);
    }
  }

  dispose(): void {
    for (const each of this.watched) each.dispose();
    for (const chat of this.chats) chat.dispose();
  }

  private isOpening(): boolean {
    return this.forks?.isForking === true || this.chats.some(({ acp }) => acp.isOpening);
  }

  private add(fork?: ChatFork): ChatTab {
    this.count += 1;
    const isShown = () => chat === this.current;
    const events: ChatTabEvents = {
      onItems: (changes) => {
        if (isShown()) this.view?.change(changes);
      },
      onState: () => this.stateChanged(),
      onReset: () => {
        if (isShown()) this.resetView();
      },
      onCommands: () => {
        if (isShown()) this.view?.commandsChanged();
      },
      onSession: (sessionId) => this.opened(chat, sessionId),
    };
    const chat = new ChatTab(`chat-${this.count}`, this.deps, events, fork);
    this.chats.unshift(chat);
    return chat;
  }

  private activate(chat: ChatTab): void {
    if (chat !== this.current) {
      this.current = chat;
      this.resetView();
    }
    chat.stored?.show();
  }

  private resetView(): void {
    this.sentDraft = this.current.draft.text;
    this.sentChanges = this.current.changes.items;
    this.view?.reset();
    this.notifyListeners();
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }

  private opened(chat: ChatTab, sessionId: string): void {
    if (isAborted(chat.closed)) this.deps.agent.endSession(sessionId);
    for (const update of this.early.get(sessionId) ?? []) chat.update(update);
    if (!this.isOpening()) this.early.clear();
    chat.refreshApprovals();
    this.stateChanged();
  }

  /** The draft is sent only when the host has changed it: the page may be ahead of us. */
  private stateChanged(): void {
    const { draft, changes, moreChanges, ...rest } = this.state();
    const { items } = this.current.changes;
    const state = {
      ...rest,
      ...(draft === this.sentDraft ? {} : { draft }),
      // There may be many, and most events do not concern them.
      ...(items === this.sentChanges ? {} : { changes, moreChanges }),
    };
    this.sentDraft = draft;
    this.sentChanges = items;
    this.view?.change([{ op: 'state', state }]);
    this.notifyListeners();
  }
}

export type ChatListState = Pick<
  PanelState,
  'chats' | 'activeChat' | 'draft' | 'queued' | 'background' | 'attachments' | 'usage'
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

/** Replays of stored sessions by the agent: one load of a session at a time. */
class SessionLoads {
  private readonly running = new Map<string, Promise<void>>();

  /** True while updates of this session arrive that may have no receiver. */
  has(sessionId: string): boolean {
    return this.running.has(sessionId);
  }

  /** `begin` is called before the first update. Rejects when the agent refuses. */
  async run(chat: ChatTab, begin: () => void): Promise<void> {
    const { sessionId = '' } = chat;
    // These updates belong to a chat that was closed during its load.
    while (this.running.has(sessionId)) await this.running.get(sessionId)?.catch(() => undefined);
    if (isAborted(chat.closed)) return;
    begin();
    const loaded = chat.acp.load();
    this.running.set(sessionId, loaded);
    try {
      await loaded;
    } finally {
      this.running.delete(sessionId);
    }
  }
}
