import * as z from 'zod';
import { isObject, type Json, type JsonObject } from '../json';
import { cleanKeyName } from './validation-message';
import { fail, succeed, type Result } from '../failure';

/** To the draft-07 subset of all providers (INV-10, INV-13, INV-26a). Throws outside it: a bug. */
export function compileToolSchema(tool: string, input: z.ZodObject): JsonObject {
  const compiled: unknown = z.toJSONSchema(input, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'throw',
  });
  const checked = checkToolSchema(compiled, 'core');
  if (!checked.ok) throw new Error(`Tool ${tool}: ${checked.failure}`);
  return checked.value;
}

/** Keywords that some provider refuses, which fails the whole request (INV-10). */
const forbiddenKeywords: ReadonlySet<string> = new Set([
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'definitions',
  '$defs',
  'dependencies',
  'dependentSchemas',
  'propertyNames',
]);

/** Their value is a schema or a list of schemas. */
const schemaKeywords = ['items', 'prefixItems', 'contains', 'unevaluatedItems'] as const;
/** Their value is a schema, or a boolean. */
const openingKeywords = [
  'additionalProperties',
  'additionalItems',
  'unevaluatedProperties',
] as const;

/** Nested schemas, including the root. */
const maxLevels = 6;
/** Limits all JSON, so that no input exhausts the stack. */
const maxJsonDepth = 64;

const connectionId = /^connection[-_]?id$/i;
const propertyName = /^(?!__proto__$)[\w.-]{1,64}$/;

export type SchemaOrigin = 'core' | 'foreign';

/**
 * The schema without `$schema` if every provider accepts it, property names included, else the
 * problem (INV-10, INV-26a). Our own objects must be closed: zod would drop unknown keys (W27).
 */
export function checkToolSchema(schema: unknown, origin: SchemaOrigin): Result<JsonObject, string> {
  if (!isJson(schema, 0)) return fail('The schema is not JSON, or nested too deep.');
  if (!isObject(schema)) return fail('The schema is not an object.');
  const { $schema: _dialect, ...rest } = schema;
  if (rest['type'] !== 'object') return fail('The schema must have the type object.');
  const problem = problemIn(rest, { path: 'input', level: 1, origin });
  return problem === undefined ? succeed(rest) : fail(problem);
}

interface SchemaLocation {
  readonly path: string;
  readonly level: number;
  readonly origin: SchemaOrigin;
}

function problemIn(node: Json, place: SchemaLocation): string | undefined {
  const { path, level } = place;
  if (typeof node === 'boolean') return `${path} is a boolean schema; not every provider takes it.`;
  if (!isObject(node)) return `${path} is not a schema.`;
  if (level > maxLevels) return `${path} is nested deeper than ${String(maxLevels)} levels.`;
  const problem = problemOfKeywords(node, path) ?? problemOfObject(node, place);
  if (problem !== undefined) return problem;
  for (const [name, child] of childrenOf(node)) {
    const inner = problemIn(child, { ...place, path: `${path}.${name}`, level: level + 1 });
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function problemOfKeywords(node: JsonObject, path: string): string | undefined {
  const forbidden = Object.keys(node).find((key) => forbiddenKeywords.has(key));
  if (forbidden === undefined) return undefined;
  return `${path} uses ${forbidden}; not every provider takes it.`;
}

function problemOfObject(node: JsonObject, { path, origin }: SchemaLocation): string | undefined {
  const { properties = {}, required = [], type, additionalProperties } = node;
  if (!isObject(properties)) return `${path}.properties is not an object.`;
  const isClosed = additionalProperties === false;
  if (origin === 'core' && [type].flat().includes('object') && !isClosed) {
    return `${path} must be a z.strictObject.`;
  }
  const names = [...Object.keys(properties), ...(isList(required) ? required.map(String) : [])];
  return names.map((name) => problemOfName(name, path)).find((problem) => problem !== undefined);
}

function problemOfName(name: string, path: string): string | undefined {
  if (connectionId.test(name)) return `${path} must not have ${name} as an argument.`;
  if (propertyName.test(name)) return undefined;
  return `${path} has a property "${cleanKeyName(name)}"; not every provider takes that name.`;
}

function childrenOf(node: JsonObject): readonly (readonly [string, Json])[] {
  const { properties = {} } = node;
  return [
    ...Object.entries(isObject(properties) ? properties : {}),
    ...schemaKeywords.flatMap((key) => schemasOf(node[key]).map((child) => [key, child] as const)),
    ...openingKeywords.flatMap((key) => {
      const child = node[key];
      return child === undefined || typeof child === 'boolean' ? [] : [[key, child] as const];
    }),
  ];
}

function schemasOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

function isJson(value: unknown, depth: number): value is Json {
  if (depth > maxJsonDepth) return false;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  return Object.values(value).every((inner) => isJson(inner, depth + 1));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
