import { titleOf } from '../../../core/base/titles';
import type { SessionUpdate } from '../../../core/contracts/chats/acp';
import type {
  BackgroundItem,
  ChatSummary,
  PanelChange,
  TranscriptItem,
  UsageItem,
  UserItem,
} from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/system';
import { newProblemsPart } from '../../context/context-parts';
import { contextAttachment, type Attachment } from './attachments';
import { backgroundItems } from '../transcript/card-status';
import { ChatChanges } from './chat-changes';
import { AcpSession } from './acp-session';
import type { ChatDeps } from './chat-deps';
import { shownTitle } from '../transcript/display-text';
import { type TypedMessage, MessageDraft, isClear, isForModel, needsModel } from './message';
import { type Notice, readUsageItem } from '../transcript/acp-meta';
import { Transcript, type CardChange } from '../transcript/transcript';
import { ChatQueue, type QueueOwner } from './chat-queue';
import { t, shownFailure } from '../../window/language';

const newProblems = 'Your changes brought new problems. Fix them.';

const fencedTools = (): string =>
  t(
    'From the next message on, the model gets the list of tools in its instructions and calls them by fenced blocks (`gatehouse.models.options`).',
  );

const cleared = (): string =>
  t(
    'Cleared: the model has forgotten the conversation, and counters and quota are reset. What runs in the background goes on.',
  );

/** One chat: one ACP session, opened with the first message. */
export class ChatTab implements QueueOwner {
  readonly transcript: Transcript;
  readonly draft = new MessageDraft();
  readonly acp: AcpSession;
  readonly queue: ChatQueue;
  readonly changes: ChatChanges;
  title: string;
  usage: UsageItem | undefined;
  /** True after a message could not be sent because no model was chosen. */
  wantsModel = false;
  /** Set until the chat can continue. */
  stored: StoredChat | undefined;
  private readonly sentContext: Map<string, readonly Attachment[]>;
  private readonly closing = new AbortController();
  private wait: Disposable | undefined;
  private isTitled: boolean;

  constructor(
    readonly id: string,
    private readonly deps: ChatDeps,
    private readonly observer: ChatObserver,
    fork?: ChatFork,
  ) {
    this.title = fork?.title ?? t('New chat');
    this.isTitled = fork !== undefined;
    this.transcript = fork?.transcript ?? newTranscript(deps);
    this.sentContext = new Map(fork?.sent);
    const sessionObserver = {
      expectSession: () => observer.expectSession(),
      sessionOpened: (sessionId: string) => observer.sessionOpened(this, sessionId),
    };
    this.acp = new AcpSession(deps.agent, sessionObserver, fork?.sessionId);
    this.changes = new ChatChanges(deps, () => this.sessionId);
    this.queue = new ChatQueue(this, deps);
  }

  get sessionId(): string | undefined {
    return this.acp.id;
  }

  get isRunning(): boolean {
    return this.queue.isRunning;
  }

  get isEmpty(): boolean {
    const hasNothing = this.draft.isEmpty && this.transcript.last() === undefined;
    return !this.isRunning && hasNothing && this.stored === undefined;
  }

  /** The state as the page shows it. */
  get items(): readonly TranscriptItem[] {
    return this.stored?.items ?? this.transcript.items();
  }

  /** The context sent with messages, by the ids of their items. */
  get sent(): ReadonlyMap<string, readonly Attachment[]> {
    return this.sentContext;
  }

  /** Context of the draft or of a sent message. */
  attachment(attachmentId: string): Attachment | undefined {
    const all = [this.draft.attachments, ...this.sentContext.values()];
    return all.flat().find(({ item }) => item.attachmentId === attachmentId);
  }

  /** Aborted when the chat is closed. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

  get background(): readonly BackgroundItem[] {
    return backgroundItems(this.backgroundCommands(), this.deps.questionOf);
  }

  summary(): ChatSummary {
    const pending = this.pending().length;
    return { id: this.id, title: this.title, running: this.isRunning, pending };
  }

  /** The chat's session; opened by the first message, or when data is to be stored for it. */
  session(): Promise<string> {
    return this.acp.open();
  }

  /** Sends the message; the context of the draft goes with messages for a model. */
  send(text: string, isKeyed = false): void {
    const typed = text.trim();
    if (typed === '' && this.draft.attachments.length === 0) return;
    if (this.cannotSend(typed)) {
      this.draft.text = text;
    } else {
      this.draft.text = '';
      const attachments = isForModel(typed) ? this.draft.takeAttachments() : [];
      this.queue.send({ text: typed, attachments, isKeyed });
    }
    this.stateChanged();
  }

  /** Performs the action of the notice; a click on an expired offer changes nothing. */
  act(itemId: string): void {
    const offers = this.transcript.notices.offers(itemId);
    if (offers === 'fenced') void this.useFencedTools(itemId);
    else if (this.stored) this.stored.act();
    else if (offers && !this.cannotSend(this.queue.unsentText)) this.queue.resume();
  }

  /** Sends the new problems of a check as context of a message, once for each click. */
  sendProblems(itemId: string): void {
    const lines = this.transcript.card(itemId)?.item.newProblems ?? [];
    if (lines.length === 0 || this.cannotSend(newProblems)) return;
    const part = newProblemsPart(lines);
    const attachments = [contextAttachment(part, `${itemId}-problems`)];
    this.queue.send({ text: newProblems, attachments });
    this.stateChanged();
  }

  /** True, after a notice, when this cannot be answered: not yet, or not without a model. */
  cannotSend(text: string): boolean {
    if (this.stored) {
      this.deps.reports.notify(this.stored.refusal);
      return true;
    }
    const lacks = this.deps.agent.model().id === '' && needsModel(text);
    this.wantsModel = lacks;
    if (lacks) this.stateChanged();
    return lacks;
  }

  /** The user has named the chat. */
  rename(title: string): void {
    this.title = shownTitle(title);
    this.isTitled = true;
    this.stateChanged();
  }

  /** Adds a stored message. */
  putMessage(item: UserItem, attachments: readonly Attachment[]): void {
    this.transcript.putUser(item);
    if (attachments.length > 0) this.sentContext.set(item.id, attachments);
  }

  /** The chat is loaded and continues, or the reason why it cannot has changed. */
  setStored(stored: StoredChat | undefined): void {
    this.stored = stored;
    this.observer.wasReset(this);
    this.stateChanged();
  }

  /** Clears the transcript so that it can be shown again. */
  resetTranscript(): void {
    this.transcript.clear();
    this.sentContext.clear();
  }

  addToDraft(text: string): void {
    this.draft.addText(text);
    this.stateChanged();
  }

  attach(attachment: Attachment): void {
    const refused = this.draft.attach(attachment);
    if (refused !== undefined) this.deps.reports.notify(refused);
    this.stateChanged();
  }

  detach(attachmentId: string): void {
    this.draft.detach(attachmentId);
    this.stateChanged();
  }

  /** Restores the text of an edited earlier message, with its context. */
  returnToDraft(itemId: string, text: string): void {
    const attachments = this.sent.get(itemId) ?? [];
    for (const each of this.draft.takeBack({ text, attachments })) this.deps.reports.notify(each);
    this.stateChanged();
  }

  say(notice: Notice): void {
    this.show(this.transcript.addNotice(notice));
  }

  show(changes: readonly PanelChange[]): void {
    if (changes.length > 0 && !this.stored) this.observer.itemsChanged(this, changes);
  }

  stateChanged(): void {
    this.observer.stateChanged();
  }

  messageSent({ text, attachments }: TypedMessage, item: UserItem): void {
    if (!this.isTitled) this.title = titleOf(text);
    this.isTitled = true;
    if (attachments.length > 0) this.sentContext.set(item.id, attachments);
  }

  messageAnswered({ text }: TypedMessage): void {
    if (isClear(text)) this.clear();
  }

  stop(): void {
    this.queue.stop();
  }

  update(update: SessionUpdate): void {
    if (this.stored?.take(update)) return;
    switch (update.sessionUpdate) {
      case 'usage_update':
        this.usage = readUsageItem(update) ?? this.usage;
        this.stateChanged();
        return;
      case 'available_commands_update':
        this.acp.commands = update.availableCommands;
        this.observer.commandsChanged(this);
        return;
      default:
        this.dropSettled(update);
        this.show(this.transcript.update(update));
        this.refreshBackground();
        if ('toolCallId' in update) this.refreshUndo(update.toolCallId);
        this.watchWait();
    }
  }

  refreshApprovals(): void {
    this.show(this.transcript.setApprovals(this.pending()));
  }

  refreshBackground(): void {
    this.show(this.transcript.setBackground(this.backgroundCommands()));
  }

  /** The changes of a session, or whether they can be undone, have changed. */
  refreshChanges(sessionId: string): void {
    this.refreshUndo();
    if (sessionId !== this.sessionId) return;
    this.changes.refresh();
    this.stateChanged();
  }

  changeCard(itemId: string, change: CardChange): void {
    const changes = this.transcript.changeCard(itemId, change);
    if (this.items.some(({ id }) => id === itemId)) this.observer.itemsChanged(this, changes);
  }

  dispose(): void {
    this.closing.abort();
    this.queue.dispose();
    this.wait?.dispose();
  }

  private async useFencedTools(itemId: string): Promise<void> {
    const done = await this.deps.agent.useFencedTools();
    if (!done.ok) {
      this.deps.reports.notify(shownFailure(done.failure));
      return;
    }
    this.show(this.transcript.notices.done(itemId));
    this.say({ level: 'info', text: fencedTools() });
  }

  /** A call that runs or has ended no longer waits for an answer: changed rules settled it. */
  private dropSettled(update: SessionUpdate): void {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
    const { status, toolCallId } = update;
    if (!status || status === 'pending' || this.sessionId === undefined) return;
    this.deps.approvals.cancelCall(this.sessionId, toolCallId);
  }

  /** A notice counts down only until its time is reached. */
  private watchWait(): void {
    this.wait?.dispose();
    const { waitsUntil } = this.transcript.notices;
    if (waitsUntil === undefined) return;
    const { clock } = this.deps;
    this.wait = clock.after(Math.max(0, waitsUntil - clock.now()), () =>
      this.show(this.transcript.notices.endWait()),
    );
  }

  private refreshUndo(toolCallId?: string): void {
    this.show(this.transcript.setUndo((card) => this.changes.undoOf(card), toolCallId));
  }

  private backgroundCommands() {
    return this.sessionId === undefined ? [] : this.deps.background.list(this.sessionId);
  }

  private pending() {
    return this.deps.approvals.list().filter((item) => item.sessionId === this.sessionId);
  }

  /** The agent has forgotten the conversation; the next message names the chat again. */
  private clear(): void {
    this.resetTranscript();
    this.isTitled = false;
    this.transcript.addNotice({ level: 'info', text: cleared() });
    this.observer.wasReset(this);
  }
}

export function newTranscript({ clock, questionOf }: ChatDeps): Transcript {
  return new Transcript(() => clock.now(), questionOf);
}

/** The list that a chat reports to. */
export interface ChatObserver {
  itemsChanged(chat: ChatTab, changes: readonly PanelChange[]): void;
  /** Title, state, draft, queue or usage has changed. */
  stateChanged(): void;
  /** The transcript was replaced. */
  wasReset(chat: ChatTab): void;
  /** The agent has reported its commands. */
  commandsChanged(chat: ChatTab): void;
  /** As `ChatDirectory.expectSession`. */
  expectSession(): () => void;
  sessionOpened(chat: ChatTab, sessionId: string): void;
}

/** The start of a chat that continues from before a message of another. */
export interface ChatFork {
  readonly title: string;
  readonly transcript: Transcript;
  /** Undefined when the other chat never had a session: there is nothing to continue from. */
  readonly sessionId: string | undefined;
  readonly sent: ReadonlyMap<string, readonly Attachment[]>;
}

/** The state of a stored chat until it is loaded; the page creates it. */
export interface StoredChat {
  /** Shown in place of the transcript. */
  readonly items: readonly TranscriptItem[];
  /** The reason why no message can be sent now. */
  readonly refusal: string;
  /** Handles an update of its session; false: the update goes into the transcript. */
  take(update: SessionUpdate): boolean;
  /** Performs the action of its notice. */
  act(): void;
  /** The chat is active: loads it unless that was already tried. */
  show(): void;
}
