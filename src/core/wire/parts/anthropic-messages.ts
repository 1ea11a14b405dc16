import type { ImagePart } from '../../contracts/chat';
import type { JsonObject } from '../../contracts/tool-spec';
import type { AnsweredCall } from './call-answers';
import { wellFormed } from '../../contracts/json-value';
import { isBlank, type AssistantTurn, type WireTurn } from './repair-history';
import type { ToolNames } from './tool-names';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly JsonObject[];
}

/** Blocks of the system prompt, without cache marks. */
export function encodeAnthropicSystem(system: readonly string[]): readonly JsonObject[] {
  return system.filter((text) => !isBlank(text)).map((text) => textBlock(wellFormed(text)));
}

/** The messages, with the newest marked for the cache (cogni-wink 5.2). */
export function encodeAnthropicMessages(
  turns: readonly WireTurn[],
  names: ToolNames,
  returnsThoughts: boolean,
): readonly JsonObject[] {
  const messages: Message[] = [];
  for (const turn of turns) {
    if (turn.role === 'user') {
      // Images first, as the vendor advises.
      const content = [...turn.images.map(imageBlock), ...textBlocks(turn.text)];
      addUser(messages, content);
      continue;
    }
    messages.push({ role: 'assistant', content: assistantBlocks(turn, names, returnsThoughts) });
    if (turn.calls.length > 0) addUser(messages, turn.calls.map(resultBlock));
  }
  return markNewest(messages);
}

/** Results and what the person says next are one message, the results first. */
function addUser(messages: Message[], content: readonly JsonObject[]): void {
  const last = messages.at(-1);
  if (last?.role !== 'user') messages.push({ role: 'user', content });
  else messages.splice(-1, 1, { role: 'user', content: [...last.content, ...content] });
}

function assistantBlocks(
  { text, thinking, calls }: AssistantTurn,
  names: ToolNames,
  returnsThoughts: boolean,
): readonly JsonObject[] {
  const kept = thinking.filter((block) => returnsThoughts || isContent(block));
  const uses = calls.map(({ id, name, args }) => ({
    type: 'tool_use',
    id,
    name: names.toWire(name),
    input: args,
  }));
  return [...kept, ...textBlocks(text), ...uses];
}

/** Blocks that are kept of a paused answer hold all of it, not its thoughts alone. */
export function isContent(block: JsonObject): boolean {
  return block['type'] !== 'thinking' && block['type'] !== 'redacted_thinking';
}

function resultBlock({ id, answer }: AnsweredCall): JsonObject {
  const result = { type: 'tool_result', tool_use_id: id, content: answer.text };
  return answer.failed ? { ...result, is_error: true } : result;
}

function textBlocks(text: string): readonly JsonObject[] {
  return isBlank(text) ? [] : [textBlock(text)];
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

function imageBlock({ mediaType, data }: ImagePart): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** The last item carries the mark: everything before it is cached. */
export function markLast(items: readonly JsonObject[]): readonly JsonObject[] {
  const last = items.at(-1);
  return last === undefined
    ? items
    : [...items.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }];
}

/**
 * Marks the two newest messages of the person's side: the last writes the cache, the one before it
 * is where the previous request wrote it. With tools and system that makes four, the most allowed.
 */
function markNewest(messages: readonly Message[]): readonly JsonObject[] {
  const users = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const newest = new Set(users.slice(-2));
  return messages.map(({ role, content }, index) => ({
    role,
    content: newest.has(index) ? markLast(content) : content,
  }));
}
