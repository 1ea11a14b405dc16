import type { ToolSupport } from '../../core/contracts/models';
import type { LlmRequest } from '../../core/ports/llm';
import { plainMessages } from '../../core/wire/fenced/plain-messages';

/** Comes last, since earlier text may still mention tools. */
const noTools =
  'You have no tools in this conversation. Answer in plain text, and say what you would need to know or what the user could run.';

/**
 * The request as the model takes it. Servers refuse calls and answers in a history where no tools
 * are offered, whether the model has none or none were given, so they are sent as text.
 */
export function fitTools(request: LlmRequest, tools: ToolSupport): LlmRequest {
  if (tools === 'none') return asPlainChat(request);
  return request.tools.length === 0 && hasCalls(request) ? asPlainChat(request) : request;
}

function hasCalls({ messages }: LlmRequest): boolean {
  return messages.some((message) => message.role === 'assistant' && message.calls.length > 0);
}

function asPlainChat({ system, messages }: LlmRequest): LlmRequest {
  return { system, messages: plainMessages(messages), tools: [] };
}

/** The same, for a request that was made for a model with tools. */
export function withoutTools(request: LlmRequest): LlmRequest {
  const plain = asPlainChat(request);
  return { ...plain, system: [...plain.system, noTools] };
}
