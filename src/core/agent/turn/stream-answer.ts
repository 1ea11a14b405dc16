import { failure } from '../../contracts/failure';
import type { Llm, LlmEvent, LlmRequest } from '../../ports/llm';
import type { AnswerText } from '../history/message-history';
import type { AcpOutbox } from '../acp/outbox';
import type { Conversation, PromptContext } from '../conversation/conversation';
import { abortable, isAborted } from '../../base/async';

export type AnswerEnd =
  | Extract<LlmEvent, { type: 'finish' | 'error' }>
  /** `waiting`: for a server that asked for a delay before its first output. */
  | { readonly type: 'cancelled'; readonly waiting: boolean };

export interface ModelAnswer {
  /** The streamed text, also of an answer that broke off. */
  readonly said: AnswerText;
  /** The streamed text with thoughts. */
  readonly written: string;
  readonly end: AnswerEnd;
}

/** Asks the model once and shows its text and thoughts as they arrive. */
export async function streamAnswer(
  llm: Llm,
  request: LlmRequest,
  prompt: PromptContext,
): Promise<ModelAnswer> {
  const { chat, signal } = prompt;
  const display = new StreamDisplay(chat);
  const answer = (end: AnswerEnd): ModelAnswer => {
    const waiting = display.end();
    const ended = isAborted(signal) ? { type: 'cancelled' as const, waiting } : end;
    const thinking = ended.type === 'finish' ? ended.thinking : undefined;
    const text = display.text();
    const said = thinking === undefined ? { text } : { text, thinking };
    return { said, written: display.written(), end: ended };
  };
  for await (const event of abortable(llm.stream(request, signal), signal)) {
    if (event.type === 'finish' || event.type === 'error') return answer(event);
    display.show(event);
  }
  return answer({ type: 'error', failure: noEnd });
}

const noEnd = failure('execution', "The model's answer ended without a finish reason.", {
  category: 'server_error',
});

type Shown = Exclude<LlmEvent, { type: 'finish' | 'error' }>;
type Wait = Extract<LlmEvent, { type: 'wait' }>;

/** Shows one answer. Its chunks share a message id; thoughts have their own. */
class StreamDisplay {
  private readonly ids: Readonly<Record<'text' | 'thought', string>>;
  private readonly texts: string[] = [];
  private readonly all: string[] = [];
  private readonly wait: ReturnType<typeof createWaitNotice>;

  constructor(private readonly chat: Conversation) {
    const { ids } = chat.deps.system;
    this.ids = { text: ids.uuid(), thought: ids.uuid() };
    this.wait = createWaitNotice(chat.outbox);
  }

  show(event: Shown): void {
    const { outbox } = this.chat;
    if (event.type === 'wait') {
      this.wait.show(event);
      return;
    }
    this.wait.end();
    if (event.type === 'notice') {
      outbox.notice(event.level, event.text);
      return;
    }
    if (event.type === 'text') this.texts.push(event.text);
    this.all.push(event.text);
    outbox.update({
      sessionUpdate: event.type === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
      messageId: this.ids[event.type],
      content: { type: 'text', text: event.text },
    });
  }

  /** True if it ended while waiting. */
  end(): boolean {
    const waited = this.wait.end();
    for (const id of [this.ids.text, this.ids.thought]) this.chat.outbox.endMessage(id);
    return waited;
  }

  text(): string {
    return this.texts.join('');
  }

  written(): string {
    return this.all.join('');
  }
}

/** One notice for all waits of an answer; after the wait it no longer counts down. */
function createWaitNotice(outbox: AcpOutbox) {
  let notice: ReturnType<AcpOutbox['replaceableNotice']> | undefined;
  let waiting: Wait | undefined;
  return {
    show: (wait: Wait) => {
      waiting = wait;
      notice ??= outbox.replaceableNotice();
      notice('info', wait.text, { waitUntil: wait.untilMs });
    },
    /** Returns whether it waited. */
    end: (): boolean => {
      if (waiting === undefined) return false;
      notice?.('info', waiting.text);
      waiting = undefined;
      return true;
    },
  };
}
