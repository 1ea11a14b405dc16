import type { AssistantMessage, ChatMessage, ToolMessage } from '../../core/contracts/chat';
import type { LlmRequest } from '../../core/ports/llm';

/** Said after all else, since what stands before may still speak of tools. */
const noTools =
  'You have no tools in this conversation. Answer in plain text, and say what you would need to know or what the user could run.';

/**
 * The request as a chat without tools. Servers refuse calls and answers in a history where no tools
 * are offered, so they are told as text.
 */
export function asPlainChat({ system, messages }: LlmRequest): LlmRequest {
  return { system: [...system, noTools], messages: messages.map(toPlainMessage), tools: [] };
}

function toPlainMessage(message: ChatMessage): ChatMessage {
  switch (message.role) {
    case 'user':
      return message;
    case 'assistant':
      return toPlainAnswer(message);
    case 'tool':
      return { role: 'user', text: toPlainResult(message) };
  }
}

function toPlainAnswer({ text, calls }: AssistantMessage): AssistantMessage {
  const called = calls.map(({ name, argsText }) => `[called ${name} with ${argsText}]`);
  return {
    role: 'assistant',
    text: [text, ...called].filter((part) => part !== '').join('\n'),
    calls: [],
  };
}

function toPlainResult({ name, status, text }: ToolMessage): string {
  return `[${name} ${status}]\n${text}`;
}
