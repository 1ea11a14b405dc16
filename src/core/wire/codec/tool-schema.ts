import { type Json, type JsonObject, isObject } from '../../contracts/json';
import type { ToolSpec } from '../../contracts/tool-spec';
import { readValue } from './json-fields';

/** By name, so that the provider's prefix cache holds (INV-18). */
export function sortedTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** No vendor reads `$schema`. */
export function withoutDialect(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
}

/** Schemas of others may refer to each other so often that writing them out never ends. */
const maxNodes = 5_000;
const maxDepth = 64;

const definitionKeys: ReadonlySet<string> = new Set(['$schema', '$defs', 'definitions']);

/** With local references written out; what refers to itself or grows too large takes any value. */
export function inlineReferences(schema: JsonObject): JsonObject {
  const walk = createWalk(schema);
  const inlined = walk(schema, []);
  const kept = isJsonObject(inlined) ? Object.entries(inlined) : [];
  return Object.fromEntries(kept.filter(([key]) => !definitionKeys.has(key)));
}

function createWalk(root: JsonObject) {
  let nodes = 0;

  const walk = (value: Json, open: readonly string[], depth = 0): Json => {
    if (typeof value !== 'object' || value === null) return value;
    nodes += 1;
    const isTooLarge = nodes > maxNodes || depth > maxDepth;
    if (isJsonObject(value)) return isTooLarge ? {} : walkObject(value, open, depth + 1);
    return isTooLarge ? [] : Array.from<Json>(value).map((item) => walk(item, open, depth + 1));
  };

  const walkObject = (value: JsonObject, open: readonly string[], depth: number): JsonObject => {
    const { $ref: reference, ...rest } = value;
    const refers = typeof reference === 'string';
    const copy = Object.fromEntries(
      Object.entries(refers ? rest : value)
        .filter(([key]) => value !== root || !definitionKeys.has(key))
        .map(([key, item]) => [key, walk(item, open, depth)]),
    );
    if (!refers || open.includes(reference)) return copy;
    const target = resolve(root, reference);
    const resolved = target === undefined ? {} : walk(target, [...open, reference], depth);
    return isJsonObject(resolved) ? { ...resolved, ...copy } : copy;
  };

  return walk;
}

/** Follows `#/$defs/name`. */
function resolve(root: JsonObject, reference: string): JsonObject | undefined {
  if (!reference.startsWith('#')) return undefined;
  let at: unknown = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    at = readValue(at, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return isJsonObject(at) ? at : undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** Without choices at its root, which vendors refuse: it takes what any choice takes. */
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

/** Arguments are always an object: other branches do not concern them. */
function objectsOf(branches: Json | undefined): readonly JsonObject[] {
  const list: readonly unknown[] = Array.isArray(branches) ? Array.from<unknown>(branches) : [];
  return list
    .filter(isJsonObject)
    .filter(({ type }) => type === undefined || type === 'object')
    .map(objectSchema);
}

/** Only what every choice requires is required. */
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

/** Limits of a schema in words, by their keys. */
const phrases: readonly (readonly [key: string, phrase: (value: string) => string])[] = [
  ['minimum', (n) => `at least ${n}`],
  ['exclusiveMinimum', (n) => `more than ${n}`],
  ['maximum', (n) => `at most ${n}`],
  ['exclusiveMaximum', (n) => `less than ${n}`],
  ['multipleOf', (n) => `a multiple of ${n}`],
  ['minLength', (n) => `length at least ${n}`],
  ['maxLength', (n) => `length at most ${n}`],
  ['pattern', (text) => `matching ${text}`],
  ['format', (text) => `in the format ${text}`],
  ['minItems', (n) => `item count at least ${n}`],
  ['maxItems', (n) => `item count at most ${n}`],
  ['uniqueItems', (unique) => (unique === 'true' ? 'no item twice' : '')],
  ['default', (value) => `by default ${value}`],
];

/** "(at least 1, at most 100, by default 50)"; empty without limits. */
export function describeLimits(schema: JsonObject): string {
  const said = phrases.flatMap(([key, phrase]) => {
    const value = schema[key];
    return value === undefined || isUnlimited(value) ? [] : [phrase(valueText(value))];
  });
  const words = said.filter((text) => text !== '');
  return words.length === 0 ? '' : `(${words.join(', ')})`;
}

/** What schema makers write for any whole number. */
function isUnlimited(value: Json): boolean {
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

function valueText(value: Json): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
