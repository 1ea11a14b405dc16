import type { LlmRequest } from '../../core/ports/llm';
import { plainMessages } from '../../core/wire/fenced/fenced-history';

/** Said after all else, since what stands before may still speak of tools. */
const noTools =
  'You have no tools in this conversation. Answer in plain text, and say what you would need to know or what the user could run.';

/**
 * The request as a chat without tools. Servers refuse calls and answers in a history where no tools
 * are offered, so they are told as text.
 */
export function asPlainChat({ system, messages }: LlmRequest): LlmRequest {
  return { system, messages: plainMessages(messages), tools: [] };
}

/** The same, for a request that was made for a model with tools. */
export function withoutTools(request: LlmRequest): LlmRequest {
  const plain = asPlainChat(request);
  return { ...plain, system: [...plain.system, noTools] };
}
