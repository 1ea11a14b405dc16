import type { ToolSupport } from '../../core/contracts/models';
import type { LlmRequest } from '../../core/ports/llm';
import { plainMessages } from '../../core/wire/fenced/fenced-calls';

/** Last, because earlier text may mention tools. */
const noTools =
  'You have no tools in this conversation. Answer in plain text, and say what you would need to know or what the user could run.';

/**
 * Adapts a request to the model. Servers reject tool calls and results in a history without tools,
 * so they are sent as text, whether the model does not support tools or none are offered.
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

/** The same for a request that was made with tools. */
export function withoutTools(request: LlmRequest): LlmRequest {
  const plain = asPlainChat(request);
  return { ...plain, system: [...plain.system, noTools] };
}
