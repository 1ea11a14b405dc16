import type { Json, JsonObject } from '../../contracts/tool-spec';
import { isJsonObject } from './inline-references';

/**
 * The schema as one object without choices at its root, where vendors refuse `oneOf`, `anyOf` and
 * `allOf` (cogni-wink 5.2). It takes what any choice takes; the tool's own validation decides.
 */
export function objectSchema(schema: JsonObject): JsonObject {
  const { oneOf, anyOf, allOf, ...rest } = schema;
  const choices = [oneOf, anyOf].map(objectsOf).filter((branches) => branches.length > 0);
  const always = objectsOf(allOf);
  if (choices.length === 0 && always.length === 0) return { ...rest, type: 'object' };
  const branches = [...always, ...choices.flat()];
  const properties = mergeProperties([rest, ...branches].map(propertiesOf));
  const required = new Set([
    ...requiredOf(rest),
    ...always.flatMap(requiredOf),
    ...choices.flatMap(inAll),
  ]);
  return { ...rest, type: 'object', properties, required: [...required] };
}

export function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isJsonObject(properties) ? properties : {};
}

export function requiredOf(schema: JsonObject): readonly string[] {
  const required = schema['required'];
  return Array.isArray(required)
    ? Array.from<unknown>(required).filter((name) => typeof name === 'string')
    : [];
}

/** Arguments are always an object: other branches say nothing of them. */
function objectsOf(branches: Json | undefined): readonly JsonObject[] {
  const list: readonly unknown[] = Array.isArray(branches) ? Array.from<unknown>(branches) : [];
  return list
    .filter(isJsonObject)
    .filter(({ type }) => type === undefined || type === 'object')
    .map(objectSchema);
}

/** Only what every choice requires is required of all. */
function inAll(branches: readonly JsonObject[]): readonly string[] {
  const [first, ...others] = branches.map(requiredOf);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

function mergeProperties(all: readonly JsonObject[]): JsonObject {
  const merged = new Map<string, Json[]>();
  for (const [name, property] of all.flatMap((each) => Object.entries(each))) {
    const known = merged.get(name) ?? [];
    const text = JSON.stringify(property);
    if (known.every((each) => JSON.stringify(each) !== text)) known.push(property);
    merged.set(name, known);
  }
  return Object.fromEntries(
    [...merged].map(([name, forms]) => {
      const [first] = forms;
      return [name, forms.length === 1 && first !== undefined ? first : { anyOf: forms }];
    }),
  );
}
