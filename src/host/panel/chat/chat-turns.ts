import type { PanelChange, QueuedItem, UserItem } from '../../../core/contracts/panel/state';
import type { AcpAgent } from '../../../core/ports/acp';
import type { Clock } from '../../../core/ports/system';
import type { Disposable } from '../../../core/ports/disposable';
import type { PendingApprovals } from '../../approvals/pending';
import type { AcpSession } from './acp-session';
import { type MessageDraft, type Message, isForModel, messageLabel } from './message';
import {
  noticeOfEnd,
  failureSentence,
  ChatTurn,
  type ChatTurnEnd,
  type TurnRequest,
} from './chat-turn';
import type { Transcript } from '../transcript/transcript';

export interface ChatTurnsDeps {
  readonly chatId: string;
  readonly agent: () => AcpAgent;
  readonly approvals: Pick<PendingApprovals, 'cancelSession'>;
  readonly clock: Clock;
  readonly modelId: () => string;
  readonly session: AcpSession;
  readonly transcript: Transcript;
  readonly draft: MessageDraft;
  readonly show: (changes: readonly PanelChange[]) => void;
  readonly onState: () => void;
  /** A message has become an item, and its turn begins. */
  readonly onMessage: (message: Message, item: UserItem) => void;
  /** The agent has fully answered this message. */
  readonly onAnswered: (message: Message) => void;
  readonly notify: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** The turns of one chat: at most one runs, and messages sent meanwhile are queued. */
export class ChatTurns implements Disposable {
  private readonly queue: MessageQueue;
  private turn: ChatTurn | undefined;
  /** A message that never reached the agent: a retry sends it whole. */
  private unsent: Exclude<TurnRequest, 'resume'> | undefined;
  /** The number of notices when the turn began or was stopped. */
  private saidBefore = 0;

  constructor(private readonly deps: ChatTurnsDeps) {
    this.queue = new MessageQueue(deps.chatId);
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
    this.deps.onState();
  }

  /** Moves a queued message back into the draft; no effect once it has left the queue, as below. */
  unqueue(queuedId: string): void {
    const message = this.queue.take(queuedId);
    if (message !== undefined) this.takeBack([message]);
  }

  dropQueued(queuedId: string): void {
    this.queue.take(queuedId);
    this.deps.onState();
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
    const { transcript } = this.deps;
    const items = message.attachments.map(({ item }) => item);
    const { item, changes } = transcript.addUser(message.text, items, isForModel(message.text));
    this.deps.onMessage(message, item);
    this.deps.show(changes);
    this.begin({ message, messageId: item.id });
  }

  private begin(request: TurnRequest): void {
    const { agent, clock, modelId, session, transcript } = this.deps;
    this.deps.show(transcript.notices.beginTurn());
    this.unsent = undefined;
    this.saidBefore = transcript.notices.said;
    const turn = new ChatTurn(
      { agent, clock, modelId, session: () => session.open(), onEnd: (end) => this.ended(end) },
      request,
    );
    this.turn = turn;
    void turn.run();
  }

  private halt(): void {
    const { turn } = this;
    if (turn !== undefined && !turn.isStopped) {
      const { transcript, session } = this.deps;
      turn.stop();
      this.deps.show(transcript.endTurn());
      this.saidBefore = transcript.notices.said;
      if (session.id !== undefined) this.cancel(session.id);
    }
    this.deps.onState();
  }

  private cancel(sessionId: string): void {
    const { approvals, agent, warn } = this.deps;
    approvals.cancelSession(sessionId);
    agent()
      .cancel({ sessionId })
      .catch((error: unknown) => warn(`Stopping failed: ${failureSentence(error)}`));
  }

  private ended(end: ChatTurnEnd): void {
    const { transcript, session, approvals, show } = this.deps;
    const request = this.turn?.request;
    this.turn = undefined;
    if (end.type === 'failed') {
      this.takeBack(this.queue.takeAll());
      if (!end.isSent && isMessage(request)) this.unsent = request;
    }
    show(transcript.endTurn());
    if (session.id !== undefined) approvals.cancelSession(session.id);
    this.notifyEnd(end);
    if (end.type === 'answered' && end.stopReason === 'end_turn' && isMessage(request)) {
      this.deps.onAnswered(request.message);
    }
    const next = this.queue.next();
    if (next !== undefined) this.start(next);
    this.deps.onState();
  }

  /** The agent's last notice explains the end, unless it came before a stop. */
  private notifyEnd(end: ChatTurnEnd): void {
    const { transcript, show } = this.deps;
    const notice = noticeOfEnd(end);
    const { said } = transcript.notices;
    const isTold = transcript.last()?.type === 'notice' && said > this.saidBefore;
    const isSaid = isTold && end.type === 'answered';
    if (notice !== undefined && !isSaid) show(transcript.addNotice(notice));
    show(transcript.notices.showOffer());
  }

  private takeBack(messages: readonly Message[]): void {
    for (const reason of messages.flatMap((message) => this.deps.draft.takeBack(message))) {
      this.deps.notify(reason);
    }
    if (messages.length > 0) this.deps.onState();
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
