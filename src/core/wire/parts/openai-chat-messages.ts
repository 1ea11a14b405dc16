import type {
  AssistantCall,
  AssistantMessage,
  ChatMessage,
  ToolMessage,
} from '../../contracts/chat';
import type { JsonObject } from '../../contracts/tool-spec';
import { isObject, parseJson } from '../../base/json-read';

/** Neutral on purpose: blaming anybody misleads the model (cogni-wink 5.4). */
const unavailable = 'The result of this call is unavailable.';

/**
 * The messages array. Every call of an assistant message is answered exactly once, directly after
 * it (DESIGN decision 21): answers found elsewhere move up, missing ones are filled, strays dropped.
 */
export function encodeOpenAiMessages(
  system: string,
  messages: readonly ChatMessage[],
): readonly JsonObject[] {
  const answers = firstAnswers(messages);
  const encoded: JsonObject[] = [{ role: 'system', content: system }];
  let users: string[] = [];
  const flushUsers = () => {
    if (users.length > 0) encoded.push({ role: 'user', content: users.join('\n\n') });
    users = [];
  };
  for (const message of messages) {
    // Some chat templates refuse two user messages in a row, as a stopped turn leaves them.
    if (message.role === 'user') users.push(message.text);
    if (message.role !== 'assistant' || isEmpty(message)) continue;
    flushUsers();
    encoded.push(encodeAssistant(message));
    for (const call of message.calls) encoded.push(encodeAnswer(call, answers));
  }
  flushUsers();
  return encoded;
}

function firstAnswers(messages: readonly ChatMessage[]): ReadonlyMap<string, ToolMessage> {
  const answers = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (message.role === 'tool' && !answers.has(message.toolCallId)) {
      answers.set(message.toolCallId, message);
    }
  }
  return answers;
}

function isEmpty(message: AssistantMessage): boolean {
  return message.text === '' && message.calls.length === 0;
}

function encodeAssistant({ text, calls }: AssistantMessage): JsonObject {
  if (calls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map((call) => ({
      id: wireIdOf(call),
      type: 'function',
      function: { name: call.name, arguments: argumentsOf(call) },
    })),
  };
}

function encodeAnswer(call: AssistantCall, answers: ReadonlyMap<string, ToolMessage>): JsonObject {
  const content = answers.get(call.toolCallId)?.text ?? unavailable;
  return { role: 'tool', tool_call_id: wireIdOf(call), content };
}

/** The provider's own id where it gave one (DESIGN decision 36). */
function wireIdOf(call: AssistantCall): string {
  return call.wireId === '' ? call.toolCallId : call.wireId;
}

/** Servers that parse the history refuse arguments that are no object; the answer tells why. */
function argumentsOf(call: AssistantCall): string {
  return isObject(parseJson(call.argsText)?.value) ? call.argsText : '{}';
}
