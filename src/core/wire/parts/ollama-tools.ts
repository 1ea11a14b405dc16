import { readString } from '../../base/json-read';
import type { Json, JsonObject } from '../../contracts/tool-spec';
import { inlineReferences, isJsonObject } from './inline-references';
import { objectSchema, propertiesOf, requiredOf } from './object-schema';
import { describeLimits } from './schema-limits';

/** What the server reads of a property as it stands (cogni-wink 5.3). */
const readKeys: ReadonlySet<string> = new Set(['type', 'enum']);

/** The parameters as the server keeps them; limits that it would drop stand in the descriptions. */
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
    ...itemsOf(schema),
    ...inside(schema),
  };
}

/** `allOf` has no place either, and a choice of one is the nearest that has. */
function choicesOf({ anyOf, oneOf, allOf }: JsonObject): JsonObject {
  const choices = [anyOf, oneOf, allOf].find((each) => Array.isArray(each));
  return Array.isArray(choices) ? { anyOf: Array.from<Json>(choices).map(property) } : {};
}

function itemsOf({ items }: JsonObject): JsonObject {
  return isJsonObject(items) ? { items: property(items) } : {};
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
