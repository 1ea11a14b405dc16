import { cutEnd } from '../../base/text-lines';
import { withoutThoughts } from '../../contracts/calls/thoughts';
import type { LlmEvent } from '../../ports/llm';
import type { AcpOutbox } from '../acp/outbox';
import type { Conversation } from '../conversation/conversation';
import type { AnswerText } from '../history/message-history';

export type AnswerFinish = Extract<LlmEvent, { type: 'finish' | 'error' }>;

type AnswerEnd =
  | AnswerFinish
  /** `waiting`: for a server that asked for a delay before its first output. */
  | { readonly type: 'cancelled'; readonly waiting: boolean };

export interface ModelAnswer {
  /** The streamed text, also of an answer that broke off. */
  readonly said: AnswerText;
  readonly written: string;
  readonly end: AnswerEnd;
}

type Shown = Exclude<LlmEvent, AnswerFinish>;
type Wait = Extract<LlmEvent, { type: 'wait' }>;

/** No useful answer is longer; the panel and the store must take what a model sends. */
const maxAnswerChars = 4_000_000;

/** Shows one answer as it arrives. Its chunks share a message id; thoughts have their own. */
export class AnswerDisplay {
  private readonly ids: Readonly<Record<'text' | 'thought', string>>;
  private readonly texts: string[] = [];
  private readonly all: string[] = [];
  private left = maxAnswerChars;
  private notice: ReturnType<AcpOutbox['replaceableNotice']> | undefined;
  private waiting: Wait | undefined;

  constructor(private readonly chat: Conversation) {
    const { ids } = chat.deps.system;
    this.ids = { text: ids.uuid(), thought: ids.uuid() };
  }

  /** True once the answer has the greatest length; the rest is not shown. */
  get isFull(): boolean {
    return this.left === 0;
  }

  show(event: Shown): void {
    const { outbox } = this.chat;
    if (event.type === 'wait') {
      this.waiting = event;
      this.notice ??= outbox.replaceableNotice();
      this.notice('info', event.text, { waitUntil: event.untilMs });
      return;
    }
    this.endWait();
    if (event.type === 'notice') {
      outbox.notice(event.level, event.text);
      return;
    }
    const text = cutEnd(event.text, this.left);
    this.left = text === event.text ? this.left - text.length : 0;
    if (event.type === 'text') this.texts.push(text);
    this.all.push(text);
    outbox.update({
      sessionUpdate: event.type === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
      messageId: this.ids[event.type],
      content: { type: 'text', text },
    });
  }

  /** The whole answer; `finish` is undefined if it was cancelled. */
  end(finish: AnswerFinish | undefined): ModelAnswer {
    const waiting = this.endWait();
    for (const id of [this.ids.text, this.ids.thought]) this.chat.outbox.endMessage(id);
    const thinking = finish?.type === 'finish' ? finish.thinking : undefined;
    const text = this.texts.join('');
    return {
      said: thinking === undefined ? { text } : { text, thinking },
      written: this.all.join(''),
      end: finish === undefined ? { type: 'cancelled', waiting } : thoughtless(finish),
    };
  }
  /** One notice for all waits: it no longer counts down. Returns whether it waited. */
  private endWait(): boolean {
    const { waiting } = this;
    if (waiting === undefined) return false;
    this.notice?.('info', waiting.text);
    this.waiting = undefined;
    return true;
  }
}

/** Thoughts among the arguments of calls end here: nothing stores, shows or sends them (decision 70). */
function thoughtless(end: AnswerFinish): AnswerFinish {
  if (end.type !== 'finish') return end;
  const calls = end.calls.map((call) => ({ ...call, argsText: withoutThoughts(call.argsText) }));
  return { ...end, calls };
}
