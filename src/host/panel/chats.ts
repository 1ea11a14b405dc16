import { isAborted } from '../../core/base/is-aborted';
import type { SessionNotification, SessionUpdate } from '../../core/contracts/acp';
import type {
  CardRollback,
  ChatSummary,
  PanelChange,
  PanelState,
} from '../../core/contracts/panel';
import type { BackgroundCommands } from '../../core/ports/background-commands';
import type { Disposable } from '../../core/ports/disposable';
import type { PendingApprovals } from '../approvals/types';
import type { Attachment } from './attachments';
import { Chat, type ChatDeps, type ChatFork } from './chat';
import { forkBefore } from './fork';

export interface ChatsDeps extends Omit<
  ChatDeps,
  'onItems' | 'onState' | 'onReset' | 'onCommands' | 'onSession' | 'approvals' | 'background'
> {
  readonly background: Pick<BackgroundCommands, 'list'> & {
    readonly onDidChange: (listener: (sessionId: string) => void) => Disposable;
  };
  readonly approvals: Pick<
    PendingApprovals,
    'list' | 'cancelCall' | 'cancelSession' | 'onDidChange'
  >;
  /** A chat has ended for good: what belongs to its session may go. */
  readonly onClosed: (sessionId: string) => void;
}

export type ChatsState = Pick<
  PanelState,
  'chats' | 'activeChat' | 'draft' | 'queued' | 'background' | 'attachments' | 'usage'
>;

/** Whoever shows the active chat. */
export interface ChatsView {
  /** Items of the active chat, or the state, have changed. */
  readonly change: (changes: readonly PanelChange[]) => void;
  /** Another chat is active: everything is new. */
  readonly reset: () => void;
  /** The agent of the active chat has said what it can be told. */
  readonly commandsChanged: () => void;
}

/** Updates kept for a session whose `session/new` has not been answered yet. */
const maxEarly = 1000;

/** All chats of this window; one is active. A chat that is left goes on running. */
export class Chats implements Disposable {
  private readonly chats: Chat[] = [];
  private readonly early = new Map<string, SessionUpdate[]>();
  private readonly watched: readonly Disposable[];
  private current: Chat;
  private view: ChatsView | undefined;
  private count = 0;
  private sentDraft = '';
  private isForking = false;

  constructor(private readonly deps: ChatsDeps) {
    this.current = this.add();
    this.watched = [
      deps.approvals.onDidChange(() => {
        for (const chat of this.chats) chat.refreshApprovals();
        this.stateChanged();
      }),
      deps.background.onDidChange((sessionId) => {
        this.bySession(sessionId)?.refreshBackground();
        this.stateChanged();
      }),
    ];
  }

  get active(): Chat {
    return this.current;
  }

  /** True while any chat runs. */
  get isRunning(): boolean {
    return this.chats.some((chat) => chat.isRunning);
  }

  summaries(): readonly ChatSummary[] {
    return this.chats.map((chat) => chat.summary());
  }

  state(): ChatsState {
    const { id, draft, turns, background, usage } = this.current;
    return {
      chats: this.summaries(),
      activeChat: id,
      draft: draft.text,
      attachments: draft.attachments.map(({ item }) => item),
      queued: turns.queued(),
      background,
      ...(usage === undefined ? {} : { usage }),
    };
  }

  /** The title of the chat that a session belongs to. */
  titleOf(sessionId: string): string | undefined {
    return this.bySession(sessionId)?.title;
  }

  connect(view: ChatsView): Disposable {
    this.view = view;
    return { dispose: () => (this.view = undefined) };
  }

  /** Makes a new chat active, or one that is still empty. */
  create(): void {
    this.activate(this.chats.find((chat) => chat.isEmpty) ?? this.add());
  }

  /** Answers false when there is no such chat. */
  select(chatId: string): boolean {
    const chat = this.chats.find(({ id }) => id === chatId);
    if (chat) this.activate(chat);
    return chat !== undefined;
  }

  /** What the person has typed and not sent; the page that typed it is not told. */
  keepDraft(text: string): void {
    this.current.draft.text = text;
    this.sentDraft = text;
  }

  /** Sends what the person typed; the page has already emptied its input. */
  send(text: string): void {
    this.sentDraft = '';
    this.current.send(text);
  }

  /**
   * Sends an earlier message of the active chat anew, in a new chat that holds what stood before it.
   * When that cannot be, the person is told and the text becomes the draft.
   */
  async edit(itemId: string, text: string): Promise<void> {
    const chat = this.current;
    if (chat.transcript.user(itemId)?.canEdit !== true) {
      this.deps.tell('This message can no longer be edited.');
      return;
    }
    if (text.trim() === '') return;
    if (this.isForking) {
      this.deps.tell('An earlier message is being sent anew. Wait for it, then try again.');
      return;
    }
    if (chat.lacksModel(text.trim())) {
      chat.keepEdit(itemId, text);
      return;
    }
    this.isForking = true;
    const fork = await forkBefore(chat, itemId);
    this.isForking = false;
    if (fork.ok) {
      this.goOn(fork.value, chat.sent.get(itemId) ?? [], text);
      return;
    }
    chat.keepEdit(itemId, text);
    chat.say({ level: 'error', text: fork.failure });
  }

  /** Ends the active chat: what runs in it stops, what it was granted is forgotten. */
  close(): void {
    const chat = this.current;
    chat.stop();
    this.chats.splice(this.chats.indexOf(chat), 1);
    this.activate(this.chats[0] ?? this.add());
    chat.dispose();
    if (chat.sessionId !== undefined) this.deps.onClosed(chat.sessionId);
  }

  /** Says on the card of a command that it can be rolled back, or was; undefined: no longer. */
  showRollback(sessionId: string, itemId: string, rollback: CardRollback | undefined): void {
    this.bySession(sessionId)?.showRollback(itemId, rollback);
  }

  stopAll(): void {
    for (const chat of this.chats) chat.stop();
  }

  /** ACP `session/update`; may come before `session/new` has answered. */
  sessionUpdate({ sessionId, update }: SessionNotification): void {
    const chat = this.bySession(sessionId);
    if (chat) {
      chat.update(update);
      return;
    }
    const waiting = this.early.get(sessionId) ?? [];
    if (this.isOpening() && waiting.length < maxEarly) {
      this.early.set(sessionId, [...waiting, update]);
    } else {
      this.deps.warn(`An update for the unknown session ${sessionId} was dropped.`);
    }
  }

  dispose(): void {
    for (const each of this.watched) each.dispose();
    for (const chat of this.chats) chat.dispose();
  }

  private bySession(sessionId: string): Chat | undefined {
    return this.chats.find((chat) => chat.sessionId === sessionId);
  }

  private isOpening(): boolean {
    return this.isForking || this.chats.some(({ acp }) => acp.isOpening);
  }

  private goOn(fork: ChatFork, attachments: readonly Attachment[], text: string): void {
    const chat = this.add(fork);
    if (fork.sessionId !== undefined) this.opened(chat, fork.sessionId);
    for (const attachment of attachments) chat.attach(attachment);
    this.activate(chat);
    chat.send(text);
  }

  private add(fork?: ChatFork): Chat {
    this.count += 1;
    const isShown = () => chat === this.current;
    const deps: ChatDeps = {
      ...this.deps,
      onItems: (changes) => {
        if (isShown()) this.view?.change(changes);
      },
      onState: () => this.stateChanged(),
      onReset: () => {
        if (isShown()) this.showAnew();
      },
      onCommands: () => {
        if (isShown()) this.view?.commandsChanged();
      },
      onSession: (sessionId) => this.opened(chat, sessionId),
    };
    const chat = new Chat(`chat-${this.count}`, deps, fork);
    this.chats.unshift(chat);
    return chat;
  }

  private activate(chat: Chat): void {
    if (chat === this.current) return;
    this.current = chat;
    this.showAnew();
  }

  private showAnew(): void {
    this.sentDraft = this.current.draft.text;
    this.view?.reset();
  }

  private opened(chat: Chat, sessionId: string): void {
    if (isAborted(chat.closed)) this.deps.onClosed(sessionId);
    for (const update of this.early.get(sessionId) ?? []) chat.update(update);
    if (!this.isOpening()) this.early.clear();
    chat.refreshApprovals();
    this.stateChanged();
  }

  /** The draft goes out only when the host has changed it: the page may be ahead of us. */
  private stateChanged(): void {
    const { draft, ...state } = this.state();
    const isNew = draft !== this.sentDraft;
    this.sentDraft = draft;
    this.view?.change([{ op: 'state', state: isNew ? { ...state, draft } : state }]);
  }
}
