import type { JsonObject, Json } from '../../contracts/json';
import { readString } from '../codec/json-fields';
import { encodeSystem } from '../openai/request';
import type { AssistantTurn, WireTurn } from '../codec/repair-history';
import type { ToolNames } from '../codec/tool-names';
import {
  inlineReferences,
  isJsonObject,
  objectSchema,
  propertiesOf,
  requiredOf,
  describeLimits,
} from '../codec/tool-schema';

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

/** With the answers to its calls; the model's template decides which thoughts it reads. */
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

/** The keys of a property that the server reads. */
const readKeys: ReadonlySet<string> = new Set(['type', 'enum']);

/** The parameters as the server keeps them; limits that it would drop are in the descriptions. */
export function ollamaParameters(schema: JsonObject): JsonObject {
  return { type: 'object', properties: {}, ...inside(objectSchema(inlineReferences(schema))) };
}

function property(schema: Json): JsonObject {
  if (!isJsonObject(schema)) return {};
  const description = [readString(schema, 'description') ?? '', describeLimits(schema)]
    .filter((text) => text !== '')
    .join(' ');
  const read = Object.entries(schema).filter(([key]) => readKeys.has(key));
  const constant = schema['const'];
  return {
    ...Object.fromEntries(read),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...(description === '' ? {} : { description }),
    ...choicesOf(schema),
    ...(isJsonObject(schema.items) ? { items: property(schema.items) } : {}),
    ...inside(schema),
  };
}

/** `allOf` has no place either, and a choice of one is the nearest that has. */
function choicesOf({ anyOf, oneOf, allOf }: JsonObject): JsonObject {
  const choices = [anyOf, oneOf, allOf].find((each) => Array.isArray(each));
  return Array.isArray(choices) ? { anyOf: Array.from<Json>(choices).map(property) } : {};
}

function inside(schema: JsonObject): JsonObject {
  const properties = Object.entries(propertiesOf(schema)).map(
    ([name, each]) => [name, property(each)] as const,
  );
  const required = requiredOf(schema);
  return {
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}
