import * as z from 'zod';
import { arranged, asIs, inEnglish, say, unique, type Sentence } from '../../base/sentence';
import { isObject, type Json, type JsonObject } from '../json';
import { fail, succeed, failure, type Result, type Failure } from '../failure';

const maxIssues = 5;
const maxLength = 500;
const maxKeys = 3;

type Issue = z.core.$ZodIssue;

/**
 * Describes what is wrong with arguments: `<path>: <reason code> (expected <type>)` for at most
 * five issues, 500 characters, never a value (decision validation-messages). `type_mismatch` if a
 * present value has the wrong type, else `invalid_parameters` (decision 1).
 */
export function describeIssues(issues: readonly Issue[], args: unknown): Failure {
  const lines = issues.slice(0, maxIssues).map((issue) => describeIssue(issue, args));
  const more = issues.length > maxIssues ? ` and ${String(issues.length - maxIssues)} more` : '';
  const isMismatch = issues.some((issue) => isWrongType(issue, valueAt(args, issue.path)));
  const failed = failure('validation', cut(`Invalid arguments: ${lines.join('; ')}${more}`), {
    category: isMismatch ? 'type_mismatch' : 'invalid_parameters',
  });
  return { ...failed, said: issuesForUsers(issues, args) };
}

/** The same for users, without what a schema expects: they see the arguments. */
function issuesForUsers(issues: readonly Issue[], args: unknown): Sentence {
  const texts = unique(issues.map((issue) => issueForUsers(issue, args)));
  const first = arranged(texts.slice(0, maxIssues), '; ');
  const more = texts.length - maxIssues;
  return more > 0
    ? say`The arguments of this call are not valid: ${first}; and ${more} more.`
    : say`The arguments of this call are not valid: ${first}.`;
}

function issueForUsers(issue: Issue, args: unknown): Sentence {
  if (issue.code === 'unrecognized_keys') {
    const [first = '', ...others] = issue.keys.slice(0, maxKeys).map(cleanKeyName);
    return others.length === 0
      ? say`${first} is no argument`
      : say`these are no arguments: ${[first, ...others].join(', ')}`;
  }
  const place = placeOf(issue);
  const value = valueAt(args, issue.path);
  if (value === undefined) return say`${place} is missing`;
  return isWrongType(issue, value)
    ? say`${place} has the wrong type`
    : say`the value of ${place} is not allowed`;
}

function describeIssue(issue: Issue, args: unknown): string {
  return `${placeOf(issue)}: ${reasonOf(issue, args)} (expected ${expectedOf(issue)})`;
}

function placeOf({ path }: Issue): string {
  return path.length === 0 ? 'arguments' : path.map(cleanKeyName).join('.');
}

/** zod has one code for a missing and a wrong value; the arguments show which it was. */
function reasonOf(issue: Issue, args: unknown): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unrecognized_keys ${listKeys(issue.keys)}`;
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return valueAt(args, issue.path) === undefined ? 'missing' : issue.code;
    default:
      return issue.code;
  }
}

function listKeys(keys: readonly string[]): string {
  const names = keys.slice(0, maxKeys).map((key) => `"${cleanKeyName(key)}"`);
  const more = keys.length > maxKeys ? ` and ${String(keys.length - maxKeys)} more` : '';
  return `${names.join(', ')}${more}`;
}

function expectedOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeName(issue.expected);
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return limitOf('at least', 'more than', { ...issue, limit: issue.minimum });
    case 'too_big':
      return limitOf('at most', 'less than', { ...issue, limit: issue.maximum });
    case 'invalid_format':
      return formatName(issue.format, issue.pattern);
    case 'not_multiple_of':
      return `multiple of ${String(issue.divisor)}`;
    case 'unrecognized_keys':
      return 'only keys of the tool schema';
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map(expectedOf))].join(' or ');
    default:
      return 'what the tool schema says';
  }
}

function formatName(format: string, pattern = ''): string {
  return format === 'regex' ? `text like ${pattern}` : format;
}

interface Limit {
  readonly origin: string;
  readonly limit: number | bigint;
  readonly inclusive?: boolean;
}

function limitOf(within: string, beyond: string, { origin, limit, inclusive }: Limit): string {
  const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };
  const how = inclusive === false ? beyond : within;
  return `${typeName(origin)} of ${how} ${String(limit)}${units[origin] ?? ''}`;
}

/** The name in JSON Schema, which is what the model has read. */
function typeName(type: string): string {
  const names: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
  return names[type] ?? type;
}

/** An integer with a fraction, or an unknown option, still has the right type. */
function isWrongType(issue: Issue, value: unknown): boolean {
  if (value === undefined) return false;
  switch (issue.code) {
    case 'invalid_type':
      return typeOf(value) !== (issue.expected === 'int' ? 'number' : typeName(issue.expected));
    case 'invalid_value':
      return issue.values.every((option) => typeOf(option) !== typeOf(value));
    case 'invalid_union':
      return issue.errors.every((branch) => branch.some((inner) => isWrongType(inner, value)));
    default:
      return false;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Looks at own keys only: `__proto__` is a key like any other. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (at === null || typeof at !== 'object') return undefined;
    return Object.getOwnPropertyDescriptor(at, key)?.value;
  }, value);
}

function cut(text: string): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const maxKeyLength = 40;
/** Longer names are cut before they are read. */
const maxRead = 400;

/** At most 40 characters, no control ones: the sender chooses it (decision validation-messages). */
function cleanKeyName(key: PropertyKey): string {
  const seen = String(key)
    .slice(0, maxRead)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return Array.from(seen).slice(0, maxKeyLength).join('');
}

/** To the draft-07 subset of all providers (INV-10, INV-13, INV-26a). Throws outside it: a bug. */
export function compileToolSchema(tool: string, input: z.ZodObject): JsonObject {
  const compiled: unknown = z.toJSONSchema(input, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'throw',
  });
  const checked = checkToolSchema(compiled, 'core');
  if (!checked.ok) throw new Error(`Tool ${tool}: ${inEnglish(checked.failure)}`);
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
export function checkToolSchema(
  schema: unknown,
  origin: SchemaOrigin,
): Result<JsonObject, Sentence> {
  if (!isJson(schema, 0)) return fail(say`The schema is not JSON, or nested too deep.`);
  if (!isObject(schema)) return fail(say`The schema is not an object.`);
  const { $schema: _dialect, ...rest } = schema;
  if (rest['type'] !== 'object') return fail(say`The schema must have the type object.`);
  const problem = problemIn(rest, { path: 'input', level: 1, origin });
  return problem === undefined ? succeed(rest) : fail(problem);
}

interface SchemaLocation {
  readonly path: string;
  readonly level: number;
  readonly origin: SchemaOrigin;
}

function problemIn(node: Json, place: SchemaLocation): Sentence | undefined {
  const { path, level } = place;
  if (typeof node === 'boolean') {
    return say`${path} is a boolean schema; not every provider takes it.`;
  }
  if (!isObject(node)) return say`${path} is not a schema.`;
  if (level > maxLevels) return say`${path} is nested deeper than ${String(maxLevels)} levels.`;
  const problem = problemOfKeywords(node, path) ?? problemOfObject(node, place);
  if (problem !== undefined) return problem;
  for (const [name, child] of childrenOf(node)) {
    const inner = problemIn(child, { ...place, path: `${path}.${name}`, level: level + 1 });
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function problemOfKeywords(node: JsonObject, path: string): Sentence | undefined {
  const forbidden = Object.keys(node).find((key) => forbiddenKeywords.has(key));
  if (forbidden === undefined) return undefined;
  return say`${path} uses ${forbidden}; not every provider takes it.`;
}

function problemOfObject(node: JsonObject, { path, origin }: SchemaLocation): Sentence | undefined {
  const { properties = {}, required = [], type, additionalProperties } = node;
  if (!isObject(properties)) return say`${path}.properties is not an object.`;
  const isClosed = additionalProperties === false;
  if (origin === 'core' && [type].flat().includes('object') && !isClosed) {
    return asIs(`${path} must be a z.strictObject.`);
  }
  const names = [...Object.keys(properties), ...(isList(required) ? required.map(String) : [])];
  return names.map((name) => problemOfName(name, path)).find((problem) => problem !== undefined);
}

function problemOfName(name: string, path: string): Sentence | undefined {
  if (connectionId.test(name)) return say`${path} must not have ${name} as an argument.`;
  if (propertyName.test(name)) return undefined;
  return say`${path} has a property "${cleanKeyName(name)}"; not every provider takes that name.`;
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
