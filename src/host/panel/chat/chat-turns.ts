import type { PanelChange, QueuedItem, UserItem } from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/disposable';
import type { AcpSession } from './acp-session';
import type { ChatDeps } from './chat-deps';
import { type MessageDraft, type Message, isForModel, messageLabel } from './message';
import {
  noticeOfEnd,
  failureSentence,
  ChatTurn,
  type ChatTurnEnd,
  type TurnRequest,
} from './chat-turn';
import type { Transcript } from '../transcript/transcript';

/** The chat whose turns these are. */
export interface TurnsChat {
  readonly id: string;
  readonly acp: AcpSession;
  readonly transcript: Transcript;
  readonly draft: MessageDraft;
  show(changes: readonly PanelChange[]): void;
  /** The queue, the draft or whether a turn runs has changed. */
  stateChanged(): void;
  /** A message has become an item, and its turn begins. */
  messageSent(message: Message, item: UserItem): void;
  /** The agent has fully answered this message. */
  messageAnswered(message: Message): void;
}

/** The turns of one chat: at most one runs, and messages sent meanwhile are queued. */
export class ChatTurns implements Disposable {
  private readonly queue: MessageQueue;
  private turn: ChatTurn | undefined;
  /** A message that never reached the agent: a retry sends it whole. */
  private unsent: Exclude<TurnRequest, 'resume'> | undefined;
  /** The number of notices when the turn began or was stopped. */
  private saidBefore = 0;

  constructor(
    private readonly chat: TurnsChat,
    private readonly deps: Pick<ChatDeps, 'agent' | 'approvals' | 'clock' | 'reports'>,
  ) {
    this.queue = new MessageQueue(chat.id);
  }

  get isRunning(): boolean {
    return this.turn !== undefined;
  }

  /** The message that a retry sends whole; empty when there is none. */
  get unsentText(): string {
    return this.unsent?.message.text ?? '';
  }

  queued(): readonly QueuedItem[] {
    return this.queue.items();
  }

  /** Starts a turn, or queues the message while one runs. */
  send(message: Message): void {
    if (this.turn) this.queue.add(message);
    else this.start(message);
  }

  /** Retries the last turn, or continues past its limit, without a new message. */
  resume(): void {
    if (this.turn !== undefined) return;
    this.begin(this.unsent ?? 'resume');
    this.chat.stateChanged();
  }

  /** Moves a queued message back into the draft; no effect once it has left the queue, as below. */
  unqueue(queuedId: string): void {
    const message = this.queue.take(queuedId);
    if (message !== undefined) this.takeBack([message]);
  }

  dropQueued(queuedId: string): void {
    this.queue.take(queuedId);
    this.chat.stateChanged();
  }

  /** Stops the running turn; this queued message goes next, the others stay queued. */
  sendNow(queuedId: string): void {
    if (this.queue.toFront(queuedId)) this.halt();
  }

  /** Cancels the turn and every open question; queued messages become the draft. */
  stop(): void {
    if (this.turn === undefined) return;
    this.takeBack(this.queue.takeAll());
    this.halt();
  }

  /** Stops the running turn, if any, and waits for its end. */
  async stopped(): Promise<void> {
    const { turn } = this;
    this.stop();
    await turn?.ended;
  }

  dispose(): void {
    this.stop();
    this.turn?.dispose();
  }

  private start(message: Message): void {
    const { transcript } = this.chat;
    const items = message.attachments.map(({ item }) => item);
    const { item, changes } = transcript.addUser(message.text, items, isForModel(message.text));
    this.chat.messageSent(message, item);
    this.chat.show(changes);
    this.begin({ message, messageId: item.id });
  }

  private begin(request: TurnRequest): void {
    const { agent, clock } = this.deps;
    const { acp, transcript } = this.chat;
    this.chat.show(transcript.notices.beginTurn());
    this.unsent = undefined;
    this.saidBefore = transcript.notices.said;
    const turn = new ChatTurn(
      { agent, clock, session: acp, onEnd: (end) => this.ended(end) },
      request,
    );
    this.turn = turn;
    void turn.run();
  }

  private halt(): void {
    const { turn } = this;
    if (turn !== undefined && !turn.isStopped) {
      const { transcript, acp } = this.chat;
      turn.stop();
      this.chat.show(transcript.endTurn());
      this.saidBefore = transcript.notices.said;
      if (acp.id !== undefined) this.cancel(acp.id);
    }
    this.chat.stateChanged();
  }

  private cancel(sessionId: string): void {
    const { approvals, agent, reports } = this.deps;
    approvals.cancelSession(sessionId);
    agent.acp
      .cancel({ sessionId })
      .catch((error: unknown) => reports.warn(`Stopping failed: ${failureSentence(error)}`));
  }

  private ended(end: ChatTurnEnd): void {
    const { chat } = this;
    const request = this.turn?.request;
    this.turn = undefined;
    if (end.type === 'failed') {
      this.takeBack(this.queue.takeAll());
      if (!end.isSent && isMessage(request)) this.unsent = request;
    }
    chat.show(chat.transcript.endTurn());
    if (chat.acp.id !== undefined) this.deps.approvals.cancelSession(chat.acp.id);
    this.notifyEnd(end);
    if (end.type === 'answered' && end.stopReason === 'end_turn' && isMessage(request)) {
      chat.messageAnswered(request.message);
    }
    const next = this.queue.next();
    if (next !== undefined) this.start(next);
    this.chat.stateChanged();
  }

  /** The agent's last notice explains the end, unless it came before a stop. */
  private notifyEnd(end: ChatTurnEnd): void {
    const { transcript } = this.chat;
    const notice = noticeOfEnd(end);
    const { said } = transcript.notices;
    const isTold = transcript.last()?.type === 'notice' && said > this.saidBefore;
    const isSaid = isTold && end.type === 'answered';
    if (notice !== undefined && !isSaid) this.chat.show(transcript.addNotice(notice));
    this.chat.show(transcript.notices.showOffer());
  }

  private takeBack(messages: readonly Message[]): void {
    for (const reason of messages.flatMap((message) => this.chat.draft.takeBack(message))) {
      this.deps.reports.notify(reason);
    }
    if (messages.length > 0) this.chat.stateChanged();
  }
}

function isMessage(request: TurnRequest | undefined): request is Exclude<TurnRequest, 'resume'> {
  return request !== undefined && request !== 'resume';
}

interface Queued {
  readonly queuedId: string;
  readonly message: Message;
}

/** Messages that wait for the running turn to end, oldest first. */
class MessageQueue {
  private waiting: readonly Queued[] = [];
  private count = 0;

  /** `name` is unique to this queue, so that its ids never match a message of another. */
  constructor(private readonly name: string) {}

  items(): readonly QueuedItem[] {
    return this.waiting.map(({ queuedId, message }) => ({ queuedId, text: messageLabel(message) }));
  }

  add(message: Message): void {
    this.count += 1;
    this.waiting = [...this.waiting, { queuedId: `${this.name}/${this.count}`, message }];
  }

  next(): Message | undefined {
    const [first, ...others] = this.waiting;
    this.waiting = others;
    return first?.message;
  }

  /** Undefined when it is no longer queued. */
  take(queuedId: string): Message | undefined {
    const found = this.waiting.find((each) => each.queuedId === queuedId);
    this.waiting = this.waiting.filter((each) => each !== found);
    return found?.message;
  }

  /**
   * Makes this message the next; the others keep their order. Returns false when it is not queued.
   */
  toFront(queuedId: string): boolean {
    const found = this.waiting.find((each) => each.queuedId === queuedId);
    if (found === undefined) return false;
    this.waiting = [found, ...this.waiting.filter((each) => each !== found)];
    return true;
  }

  takeAll(): readonly Message[] {
    const all = this.waiting.map(({ message }) => message);
    this.waiting = [];
    return all;
  }
}
