import type { PromptMeta, StopReason } from '../../../core/contracts/chats/acp';
import type { PanelChange, QueuedItem, UserItem } from '../../../core/contracts/panel/state';
import type { Disposable } from '../../../core/ports/disposable';
import type { Clock } from '../../../core/ports/system';
import type { Notice } from '../transcript/acp-meta';
import { failureSentence } from '../transcript/display-text';
import type { Transcript } from '../transcript/transcript';
import type { AcpSession } from './acp-session';
import type { ChatAgent, ChatDeps } from './chat-deps';
import { type Message, type MessageDraft, MessageQueue, isForModel, toPrompt } from './message';

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

/** The time a stopped turn has to end before the chat stops waiting for the agent. */
const stopGraceMs = 10_000;

/** The subject of a turn: a message, or continuing where the last turn stopped. */
type TurnRequest = { readonly message: Message; readonly messageId: string } | 'resume';

/** The end of a turn. `isSent`: the agent had received the request. */
type ChatTurnEnd =
  | { readonly type: 'answered'; readonly stopReason: StopReason }
  | { readonly type: 'unconfirmed' }
  | { readonly type: 'failed'; readonly reason: string; readonly isSent: boolean };

interface ChatTurnDeps {
  readonly agent: Pick<ChatAgent, 'acp' | 'model'>;
  readonly clock: Clock;
  readonly session: Pick<AcpSession, 'open'>;
  /** Called exactly once. */
  readonly onEnd: (end: ChatTurnEnd) => void;
}

/** One run of the agent. It ends once; a late answer of an abandoned turn changes nothing. */
class ChatTurn implements Disposable {
  /** Settles with the end, or when it is disposed; never rejects. */
  readonly ended: Promise<void>;
  private settle: (() => void) | undefined;
  private grace: Disposable | undefined;
  private isOver = false;

  constructor(
    private readonly deps: ChatTurnDeps,
    readonly request: TurnRequest,
  ) {
    this.ended = new Promise((resolve) => (this.settle = resolve));
  }

  get isStopped(): boolean {
    return this.grace !== undefined;
  }

  /** Never rejects. */
  async run(): Promise<void> {
    let isSent = false;
    try {
      const sessionId = await this.deps.session.open();
      if (this.isStopped) {
        this.answered('cancelled');
        return;
      }
      isSent = true;
      const { stopReason } = await this.deps.agent.acp.prompt({ sessionId, ...this.content() });
      this.answered(stopReason);
    } catch (error) {
      if (this.isStopped) this.answered('cancelled');
      else this.end({ type: 'failed', reason: failureSentence(error), isSent });
    }
  }

  /** The turn ends when the agent confirms it, or shortly after. */
  stop(): void {
    this.grace ??= this.deps.clock.after(stopGraceMs, () => this.end({ type: 'unconfirmed' }));
  }

  /** Its end is no longer awaited. */
  dispose(): void {
    this.grace?.dispose();
    this.settle?.();
  }

  private content() {
    const { request } = this;
    const model = this.deps.agent.model().id;
    const meta: PromptMeta =
      request === 'resume' ? { model, resume: true } : { model, messageId: request.messageId };
    const prompt = request === 'resume' ? [] : toPrompt(request.message);
    return { prompt, _meta: { gatehouse: meta } };
  }

  /** A stop may come at any time: the turn then ends as stopped, whatever the agent answers. */
  private answered(stopReason: StopReason): void {
    this.end({ type: 'answered', stopReason: this.isStopped ? 'cancelled' : stopReason });
  }

  private end(end: ChatTurnEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.grace?.dispose();
    this.deps.onEnd(end);
    this.settle?.();
  }
}

const byStopReason: Readonly<Partial<Record<StopReason, string>>> = {
  cancelled: 'Stopped.',
  max_tokens: 'The answer was cut: the model reached its token limit.',
  max_turn_requests: 'The agent reached its limit of rounds. Send a message to continue.',
  refusal: 'The model refused to answer. This message is not kept in its context.',
};

/** The message to the user about an end that the agent has not explained itself. */
function noticeOfEnd(end: ChatTurnEnd): Notice | undefined {
  switch (end.type) {
    case 'answered': {
      const text = byStopReason[end.stopReason];
      return text === undefined ? undefined : { level: 'info', text };
    }
    case 'unconfirmed':
      return {
        level: 'info',
        text: 'Stopped. The agent has not confirmed this; anything it still does is denied or recorded.',
      };
    case 'failed':
      return {
        level: 'error',
        text: `The turn failed: ${end.reason} Try again, or start a new chat.`,
        action: 'retry',
      };
  }
}
