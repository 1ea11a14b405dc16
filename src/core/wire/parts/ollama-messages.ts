import type { JsonObject } from '../../contracts/tool-spec';
import { readString } from '../../base/json-read';
import { encodeSystem } from './openai-chat-messages';
import type { AssistantTurn, WireTurn } from './repair-history';
import type { ToolNames } from './tool-names';

/** The messages array (cogni-wink 5.3): arguments are objects, images bare base64. */
export function encodeOllamaMessages(
  system: readonly string[],
  turns: readonly WireTurn[],
  names: ToolNames,
): readonly JsonObject[] {
  return [
    ...encodeSystem(system),
    ...turns.flatMap((turn) => {
      if (turn.role === 'assistant') return encodeAssistant(turn, names);
      const images = turn.images.map(({ data }) => data);
      const said = { role: 'user', content: turn.text };
      return [images.length === 0 ? said : { ...said, images }];
    }),
  ];
}

/** The message and the answers to its calls. The model's template decides which thoughts it reads. */
function encodeAssistant(
  { text, thinking, calls }: AssistantTurn,
  names: ToolNames,
): readonly JsonObject[] {
  const thought = thinking.map((block) => readString(block, 'thinking') ?? '').join('');
  const message = {
    role: 'assistant',
    content: text,
    ...(thought === '' ? {} : { thinking: thought }),
  };
  if (calls.length === 0) return [message];
  const uses = calls.map(({ id, name, args }) => ({
    id,
    function: { name: names.toWire(name), arguments: args },
  }));
  return [
    { ...message, tool_calls: uses },
    // Older servers match by name, newer ones by id.
    ...calls.map(({ id, name, answer }) => ({
      role: 'tool',
      tool_name: names.toWire(name),
      tool_call_id: id,
      content: answer.text,
    })),
  ];
}
