import { readString } from '../../base/json-read';
import type { Json, JsonObject, ToolSpec } from '../../contracts/tool-spec';
import { inlineReferences, isJsonObject } from './inline-references';
import { objectSchema, propertiesOf, requiredOf } from './object-schema';
import { sortedTools } from './tool-list';
import type { ToolNames } from './tool-names';

/** The tools array (cogni-wink 5.2), without cache marks. */
export function encodeAnthropicTools(
  tools: readonly ToolSpec[],
  names: ToolNames,
): readonly JsonObject[] {
  return sortedTools(tools).map(({ name, description, inputSchema }) => ({
    name: names.toWire(name),
    description,
    input_schema: withAcceptedNames(objectSchema(inlineReferences(inputSchema))),
  }));
}

const acceptedProperty = /^[a-zA-Z0-9_.-]{1,64}$/;

/** One property with another name would have the whole request refused. */
function withAcceptedNames(schema: JsonObject): JsonObject {
  const mapped = mapSchemas(schema);
  const refused = Object.keys(propertiesOf(mapped)).filter((name) => !acceptedProperty.test(name));
  if (refused.length === 0) return mapped;
  const kept = (name: string) => !refused.includes(name);
  return {
    ...mapped,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(mapped)).filter(([name]) => kept(name)),
    ),
    ...('required' in mapped ? { required: requiredOf(mapped).filter(kept) } : {}),
    description:
      `${readString(mapped, 'description') ?? ''} Cannot be given here: ${refused.join(', ')}.`.trim(),
  };
}

/** The schemas inside, each by its own rules. */
function mapSchemas(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, mapSchema(key, value)]),
  );
}

function mapSchema(key: string, value: Json): Json {
  if (key === 'properties' && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        isJsonObject(each) ? withAcceptedNames(each) : each,
      ]),
    );
  }
  if (key === 'items' && isJsonObject(value)) return withAcceptedNames(value);
  if (!['anyOf', 'oneOf', 'allOf'].includes(key) || !Array.isArray(value)) return value;
  return Array.from<Json>(value).map((each) =>
    isJsonObject(each) ? withAcceptedNames(each) : each,
  );
}
