import type { StopReason, PromptMeta } from '../../../core/contracts/chats/acp';
import type { Clock } from '../../../core/ports/system';
import type { Disposable } from '../../../core/ports/disposable';
import type { AcpSession } from './acp-session';
import type { ChatAgent } from './chat-deps';
import { toPrompt, type Message } from './message';
import type { Notice } from '../transcript/acp-meta';

/** The time a stopped turn has to end before the chat stops waiting for the agent. */
const stopGraceMs = 10_000;

/** The subject of a turn: a message, or continuing where the last turn stopped. */
export type TurnRequest = { readonly message: Message; readonly messageId: string } | 'resume';

/** The end of a turn. `isSent`: the agent had received the request. */
export type ChatTurnEnd =
  | { readonly type: 'answered'; readonly stopReason: StopReason }
  | { readonly type: 'unconfirmed' }
  | { readonly type: 'failed'; readonly reason: string; readonly isSent: boolean };

export interface ChatTurnDeps {
  readonly agent: Pick<ChatAgent, 'acp' | 'model'>;
  readonly clock: Clock;
  readonly session: Pick<AcpSession, 'open'>;
  /** Called exactly once. */
  readonly onEnd: (end: ChatTurnEnd) => void;
}

/** One run of the agent. It ends once; a late answer of an abandoned turn changes nothing. */
export class ChatTurn implements Disposable {
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

/** A sentence. */
export function failureSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : 'The agent gave no reason.';
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

const byStopReason: Readonly<Partial<Record<StopReason, string>>> = {
  cancelled: 'Stopped.',
  max_tokens: 'The answer was cut: the model reached its token limit.',
  max_turn_requests: 'The agent reached its limit of rounds. Send a message to continue.',
  refusal: 'The model refused to answer. This message is not kept in its context.',
};

/** The message to the user about an end that the agent has not explained itself. */
export function noticeOfEnd(end: ChatTurnEnd): Notice | undefined {
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
