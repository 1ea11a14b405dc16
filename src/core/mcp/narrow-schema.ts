import { say, type Sentence } from '../base/sentence';
import { isObject, toJsonObject, type JsonObject, type UnknownObject } from '../contracts/json';
import { fail, succeed, type Result } from '../contracts/failure';
import { localTarget } from './check-value';
import { plainText } from './plain-text';

/** Nested schemas that every provider takes, the root included. */
const maxLevels = 6;
const maxNodes = 2000;
const maxDescription = 1000;
const maxNames = 500;

/** Keywords that mean the same to every provider; all others are left out. */
const keptKeywords = [
  'type',
  'enum',
  'const',
  'default',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/**
 * The schema of a server's tool as every provider takes it: references are resolved, what cannot be
 * said is left out, which allows more; the whole schema is checked before a call (decision 55).
 * Fails for one that refers to another document, is too large, or asks for a connection (INV-26a).
 */
export function narrowedSchema(schema: unknown): Result<JsonObject, Sentence> {
  if (!isObject(schema)) return fail(say`The schema of its arguments is not an object.`);
  const type = schema['type'] ?? 'object';
  if (type !== 'object') return fail(say`The schema of its arguments must have the type object.`);
  const narrowing = new Narrowing(schema);
  const narrowed = toJsonObject({ ...narrowing.at(schema, 1, []), type });
  if (narrowing.problem !== undefined) return fail(narrowing.problem);
  return narrowed === undefined ? fail(say`The schema is nested too deep.`) : succeed(narrowed);
}

class Narrowing {
  problem: Sentence | undefined;
  private nodes = 0;

  constructor(private readonly root: UnknownObject) {
    if (namesConnection(root)) this.problem = say`An argument may not name a connection.`;
  }

  at(schema: unknown, level: number, within: readonly unknown[]): UnknownObject {
    this.nodes += 1;
    if (this.nodes > maxNodes) this.problem ??= say`The schema of its arguments is too large.`;
    const isEndless = within.includes(schema);
    if (this.problem !== undefined || !isObject(schema) || isEndless) return {};
    const inside = [...within, schema];
    const whole = this.merged(schema, level, inside);
    const kept = keptKeywords.flatMap((key) =>
      whole[key] === undefined ? [] : [[key, whole[key]] as const],
    );
    const { description } = whole;
    return {
      ...Object.fromEntries(kept),
      ...(typeof description === 'string' && {
        description: plainText(description, maxDescription),
      }),
      ...(level < maxLevels ? this.children(whole, level, inside) : {}),
    };
  }

  /** With what it refers to and combines, where that is one thing. */
  private merged(schema: UnknownObject, level: number, inside: readonly unknown[]): UnknownObject {
    const { $ref: ref, ...own } = schema;
    const target = typeof ref === 'string' ? this.target(ref) : undefined;
    const options = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat().filter(isSomething);
    const one = options.length === 1 ? options[0] : undefined;
    const parts = [...[schema['allOf'] ?? []].flat(), target, one].filter(isObject);
    const texts = one === undefined ? sameConstants(options) : {};
    return parts.reduce<UnknownObject>((all, part) => joined(all, this.at(part, level, inside)), {
      ...texts,
      ...own,
    });
  }

  private target(ref: string): unknown {
    if (!ref.startsWith('#')) this.problem ??= say`Its schema refers to another document.`;
    return localTarget(this.root, ref);
  }

  private children(
    schema: UnknownObject,
    level: number,
    inside: readonly unknown[],
  ): UnknownObject {
    const { properties, required, items, additionalProperties: more } = schema;
    const narrowed = (each: unknown) => this.at(each, level + 1, inside);
    return {
      ...(isObject(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, each]) => [name, narrowed(each)]),
        ),
      }),
      ...(Array.isArray(required) && { required }),
      ...(isObject(items) && { items: narrowed(items) }),
      ...(typeof more === 'boolean' && { additionalProperties: more }),
      ...(isObject(more) && { additionalProperties: narrowed(more) }),
    };
  }
}

function isSomething(option: unknown): boolean {
  return !(isObject(option) && option['type'] === 'null');
}

/** Constants that are given as forms of their own are one list. */
function sameConstants(options: readonly unknown[]): UnknownObject {
  const values = options.map((option) => (isObject(option) ? option['const'] : undefined));
  const isList = values.length > 0 && values.every((value) => typeof value === 'string');
  return isList ? { type: 'string', enum: values.slice(0, maxNames) } : {};
}

function joined(all: UnknownObject, part: UnknownObject): UnknownObject {
  const properties = { ...objectIn(part, 'properties'), ...objectIn(all, 'properties') };
  const required = [all['required'] ?? [], part['required'] ?? []].flat();
  return {
    ...part,
    ...all,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function objectIn(schema: UnknownObject, key: string): UnknownObject {
  const found = schema[key];
  return isObject(found) ? found : {};
}

/** In any spelling, at any depth: a connection is granted, never named by a model. */
function namesConnection(schema: unknown): boolean {
  const waiting: unknown[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isObject(next) && Object.keys(objectIn(next, 'properties')).some(isConnection)) return true;
    // Never spread: a list may be longer than the stack.
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}

function isConnection(name: string): boolean {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '') === 'connectionid';
}
