import type { AssistantCall, ChatMessage, ToolMessage } from '../contracts/chat';
import { failure, formatToolError } from '../contracts/failure';

/** What the model has been told. At every moment each call in it has exactly one answer. */
export interface History {
  messages(): readonly ChatMessage[];
  addUser(text: string): void;
  /** An answer without calls; a blank one leaves no message. */
  addAnswer(text: string): void;
  /** An answer with calls and what came of them, in one step: no state between can be seen. */
  addRound(text: string, calls: readonly AssistantCall[], answers: readonly ToolMessage[]): void;
}

export function createHistory(): History {
  const messages: ChatMessage[] = [];
  return {
    messages: () => [...messages],
    addUser: (text) => {
      messages.push({ role: 'user', text });
    },
    addAnswer: (text) => {
      if (text.trim() !== '') messages.push({ role: 'assistant', text, calls: [] });
    },
    addRound: (text, calls, answers) => {
      messages.push({ role: 'assistant', text, calls });
      for (const call of calls) messages.push(answerOf(call, answers));
    },
  };
}

/** The first answer counts; a missing one is filled in neutral words (DESIGN decision 21). */
function answerOf(call: AssistantCall, answers: readonly ToolMessage[]): ToolMessage {
  const { toolCallId, wireId, name } = call;
  const unavailable = failure('cancelled', 'The result of this call is unavailable.');
  return (
    answers.find((answer) => answer.toolCallId === toolCallId) ?? {
      role: 'tool',
      toolCallId,
      wireId,
      name,
      text: formatToolError(unavailable),
      status: 'cancelled',
    }
  );
}
