import { isObject, readValue } from '../../base/json-read';
import type { Json, JsonObject } from '../../contracts/tool-spec';

/** Schemas of others may refer to each other so often that writing them out never ends. */
const maxNodes = 5_000;
const maxDepth = 64;

const definitionKeys: ReadonlySet<string> = new Set(['$schema', '$defs', 'definitions']);

/**
 * The schema with its local references written out, since vendors refuse or drop them. What refers
 * to itself, and what is left when the schema has grown too large, takes any value: the tool's own
 * validation still stands.
 */
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
