import type { LlmEvent, LlmRequest } from '../ports/llm';
import { failure } from '../contracts/failure';
import { isAborted } from '../base/is-aborted';
import type { Llm } from '../ports/llm';
import type { TurnContext } from './turn-context';
import { untilAborted } from './until-aborted';

export type AnswerEnd = Extract<LlmEvent, { type: 'finish' | 'error' }> | { type: 'cancelled' };

export interface Answer {
  /** What was streamed, also of an answer that broke off. */
  readonly text: string;
  readonly end: AnswerEnd;
}

/** Asks the model once and shows its text and thoughts as they come. */
export async function streamAnswer(
  llm: Llm,
  request: LlmRequest,
  turn: TurnContext,
): Promise<Answer> {
  const show = createStreamDisplay(turn);
  for await (const event of untilAborted(llm.stream(request, turn.signal), turn.signal)) {
    if (event.type === 'finish' || event.type === 'error') {
      const end = isAborted(turn.signal) ? ({ type: 'cancelled' } as const) : event;
      return { text: show.text(), end };
    }
    show.event(event);
  }
  const end: AnswerEnd = isAborted(turn.signal)
    ? { type: 'cancelled' }
    : { type: 'error', failure: noEnd };
  return { text: show.text(), end };
}

const noEnd = failure('execution', 'The model ended without saying that it had finished.', {
  category: 'server_error',
});

type Shown = Exclude<LlmEvent, { type: 'finish' | 'error' }>;

/** Chunks of one answer share a message id; thoughts have their own. */
function createStreamDisplay({ outbox, deps }: TurnContext) {
  const ids = { text: deps.ids.uuid(), thought: deps.ids.uuid() };
  const parts: string[] = [];
  return {
    text: () => parts.join(''),
    event: (event: Shown) => {
      if (event.type === 'notice') {
        outbox.notice(event.level, event.text);
        return;
      }
      if (event.type === 'text') parts.push(event.text);
      outbox.update({
        sessionUpdate: event.type === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
        messageId: ids[event.type],
        content: { type: 'text', text: event.text },
      });
    },
  };
}
