import type { ImagePart } from '../../contracts/chats/messages';
import { type Json, type JsonObject, wellFormed } from '../../contracts/json';
import { attachmentOf, reasoningOf } from './reasoning';
import {
  isBlank,
  lastUserIndex,
  type AssistantTurn,
  type WireTurn,
  type UserTurn,
} from '../codec/repair-history';
import type { ToolNames } from '../codec/tool-names';
import type { ToolSpec } from '../../contracts/tool-spec';
import { sortedTools, withoutDialect } from '../codec/tool-schema';

export function encodeOpenAiMessages(
  system: readonly string[],
  turns: readonly WireTurn[],
  names: ToolNames,
): readonly JsonObject[] {
  const lastUser = lastUserIndex(turns);
  return [
    ...encodeSystem(system),
    ...turns.flatMap((turn, index) =>
      turn.role === 'user' ? [encodeUser(turn)] : encodeAssistant(turn, names, index > lastUser),
    ),
  ];
}

/** One message: many chat templates take no second. */
export function encodeSystem(system: readonly string[]): readonly JsonObject[] {
  const content = wellFormed(system.filter((block) => !isBlank(block)).join('\n\n'));
  return content === '' ? [] : [{ role: 'system', content }];
}

function encodeUser({ text, images }: UserTurn): JsonObject {
  // Text as text wherever it can be: not every server takes parts.
  if (images.length === 0) return { role: 'user', content: text };
  const said: readonly Json[] = isBlank(text) ? [] : [{ type: 'text', text }];
  return { role: 'user', content: [...said, ...images.map(encodeImage)] };
}

function encodeImage({ mediaType, data }: ImagePart): JsonObject {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
}

/** Thoughts go back only with calls of the turn under way: elsewhere some servers refuse them. */
function encodeAssistant(
  { text, thinking, calls }: AssistantTurn,
  names: ToolNames,
  underWay: boolean,
): readonly JsonObject[] {
  if (calls.length === 0) return [{ role: 'assistant', content: text }];
  const blocks = underWay ? thinking : [];
  const message: JsonObject = {
    role: 'assistant',
    content: isBlank(text) ? null : text,
    ...reasoningOf(blocks),
    tool_calls: calls.map(({ id, name, argsText }, index) => ({
      id,
      type: 'function',
      function: { name: names.toWire(name), arguments: argsText },
      ...attachmentOf(blocks, index),
    })),
  };
  return [
    message,
    ...calls.map(({ id, answer }) => ({
      role: 'tool',
      tool_call_id: id,
      content: answer.text,
    })),
  ];
}

/** The tools array, with exactly the keys every compatible server takes (INV-13, INV-18). */
export function encodeOpenAiTools(
  tools: readonly ToolSpec[],
  names: ToolNames,
  parametersOf: (schema: JsonObject) => JsonObject = withoutDialect,
): readonly JsonObject[] {
  return sortedTools(tools).map((tool) => ({
    type: 'function',
    function: {
      name: names.toWire(tool.name),
      description: tool.description,
      parameters: parametersOf(tool.inputSchema),
    },
  }));
}
