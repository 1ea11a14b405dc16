import type { PromptMeta, StopReason } from '../../../core/contracts/chats/acp';
import type { PanelChange, QueuedItem, UserItem } from '../../../core/contracts/panel/state';
import type { Disposable, Clock } from '../../../core/ports/system';
import type { Notice } from '../transcript/acp-meta';
import { failureSentence } from '../transcript/display-text';
import type { Transcript } from '../transcript/transcript';
import type { AcpSession } from './acp-session';
import type { ChatAgent, ChatDeps } from './chat-deps';
import {
  type TypedMessage,
  type MessageDraft,
  isForModel,
  messageLabel,
  toPrompt,
} from './message';
import { englishOf, t } from '../../window/language';

/** The chat whose queue this is. */
export interface QueueOwner {
  readonly id: string;
  readonly acp: AcpSession;
  readonly transcript: Transcript;
  readonly draft: MessageDraft;
  show(changes: readonly PanelChange[]): void;
  /** The queue, the draft or whether a turn runs has changed. */
  stateChanged(): void;
  /** A message has become an item, and its turn begins. */
  messageSent(message: TypedMessage, item: UserItem): void;
  /** The agent has fully answered this message. */
  messageAnswered(message: TypedMessage): void;
}

interface Queued {
  readonly queuedId: string;
  readonly message: TypedMessage;
}

/** The messages of one chat on their way to the agent: at most one turn runs, the others wait. */
export class ChatQueue implements Disposable {
  /** Oldest first. */
  private waiting: readonly Queued[] = [];
  private count = 0;
  private turn: ChatTurn | undefined;
  /** A message that never reached the agent: a retry sends it whole. */
  private unsent: Exclude<TurnRequest, 'resume'> | undefined;
  /** How many queued messages the last stop moved to the input. */
  private returned = 0;
  /** The number of notices when the turn began or was stopped. */
  private saidBefore = 0;

  constructor(
    private readonly chat: QueueOwner,
    private readonly deps: Pick<ChatDeps, 'agent' | 'approvals' | 'clock' | 'reports'>,
  ) {}

  get isRunning(): boolean {
    return this.turn !== undefined;
  }

  /** The message that a retry sends whole; empty when there is none. */
  get unsentText(): string {
    return this.unsent?.message.text ?? '';
  }

  items(): readonly QueuedItem[] {
    return this.waiting.map(({ queuedId, message }) => ({ queuedId, text: messageLabel(message) }));
  }

  /** Starts a turn, or queues the message while one runs. */
  send(message: TypedMessage): void {
    if (this.turn === undefined) {
      this.start(message);
      return;
    }
    this.count += 1;
    // Unique in the window, so that an id never matches a message of another chat.
    this.waiting = [...this.waiting, { queuedId: `${this.chat.id}/${this.count}`, message }];
  }

  /** Retries the last turn, or continues past its limit, without a new message. */
  resume(): void {
    if (this.turn !== undefined) return;
    this.begin(this.unsent ?? 'resume');
    this.chat.stateChanged();
  }

  /** Moves a queued message back into the draft; no effect once it has left the queue, as below. */
  unqueue(queuedId: string): void {
    this.takeBack(this.take(({ queuedId: id }) => id === queuedId));
  }

  drop(queuedId: string): void {
    this.take(({ queuedId: id }) => id === queuedId);
    this.chat.stateChanged();
  }

  /** Stops the running turn; this queued message goes next, the others stay queued. */
  sendNow(queuedId: string): void {
    const isNext = (each: Queued) => each.queuedId === queuedId;
    const next = this.waiting.find(isNext);
    if (next === undefined) return;
    this.waiting = [next, ...this.waiting.filter((each) => !isNext(each))];
    this.halt();
  }

  /** Cancels the turn and every open question; queued messages become the draft. */
  stop(): void {
    if (this.turn === undefined) return;
    const queued = this.take(() => true);
    this.takeBack(queued);
    this.returned = queued.length;
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

  /** Removes these messages from the queue. */
  private take(isTaken: (each: Queued) => boolean): readonly TypedMessage[] {
    const taken = this.waiting.filter(isTaken);
    this.waiting = this.waiting.filter((each) => !isTaken(each));
    return taken.map(({ message }) => message);
  }

  private start(message: TypedMessage): void {
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
    this.returned = 0;
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
      .catch((error: unknown) =>
        reports.warn(`Stopping failed: ${englishOf(failureSentence(error))}`),
      );
  }

  private ended(end: ChatTurnEnd): void {
    const { chat } = this;
    const request = this.turn?.request;
    this.turn = undefined;
    if (end.type === 'failed') {
      this.takeBack(this.take(() => true));
      if (!end.isSent && isMessage(request)) this.unsent = request;
    }
    chat.show(chat.transcript.endTurn());
    if (chat.acp.id !== undefined) this.deps.approvals.cancelSession(chat.acp.id);
    this.notifyEnd(end);
    if (end.type === 'answered' && end.stopReason === 'end_turn' && isMessage(request)) {
      chat.messageAnswered(request.message);
    }
    const [next] = this.waiting;
    this.waiting = this.waiting.slice(1);
    if (next !== undefined) this.start(next.message);
    this.chat.stateChanged();
  }

  /** The agent's last notice explains the end, unless it came before a stop. */
  private notifyEnd(end: ChatTurnEnd): void {
    const { transcript } = this.chat;
    const notice = noticeOfEnd(end, this.returned);
    const { said } = transcript.notices;
    const isTold = transcript.last()?.type === 'notice' && said > this.saidBefore;
    const isSaid = isTold && end.type === 'answered';
    if (notice !== undefined && !isSaid) this.chat.show(transcript.addNotice(notice));
    this.chat.show(transcript.notices.showOffer());
  }

  private takeBack(messages: readonly TypedMessage[]): void {
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
type TurnRequest = { readonly message: TypedMessage; readonly messageId: string } | 'resume';

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
      request === 'resume'
        ? { model, resume: true }
        : {
            model,
            messageId: request.messageId,
            ...(request.message.isKeyed === true && { isKeyed: true }),
          };
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

const byStopReason = (): Readonly<Partial<Record<StopReason, string>>> => ({
  cancelled: t('Stopped.'),
  max_tokens: t('The answer was cut: the model reached its token limit.'),
  max_turn_requests: t('The agent reached its limit of rounds. Send a message to continue.'),
  refusal: t('The model refused to answer. This message is not kept in its context.'),
});

/** Several queued messages become one text, which the notice says. */
function returnedText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ` ${t('Your queued message is back in the input.')}`
    : ` ${t('Your {0} queued messages are back in the input, as one text.', count)}`;
}

/** The message to the user about an end that the agent has not explained itself. */
function noticeOfEnd(end: ChatTurnEnd, returned: number): Notice | undefined {
  switch (end.type) {
    case 'answered': {
      const text = byStopReason()[end.stopReason]?.concat(returnedText(returned));
      return text === undefined ? undefined : { level: 'info', text };
    }
    case 'unconfirmed':
      return {
        level: 'info',
        text: t(
          'Stopped. The agent has not confirmed this; anything it still does is denied or recorded.',
        ),
      };
    case 'failed':
      return {
        level: 'error',
        text: t('The turn failed: {0} Try again, or start a new chat.', end.reason),
        action: 'retry',
      };
  }
}
