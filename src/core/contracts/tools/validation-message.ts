import type * as z from 'zod';
import { failure, type Failure } from '../failure';

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
  return failure('validation', cut(`Invalid arguments: ${lines.join('; ')}${more}`), {
    category: isMismatch ? 'type_mismatch' : 'invalid_parameters',
  });
}

function describeIssue(issue: Issue, args: unknown): string {
  const place = issue.path.length === 0 ? 'arguments' : issue.path.map(cleanKeyName).join('.');
  return `${place}: ${reasonOf(issue, args)} (expected ${expectedOf(issue)})`;
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
export function cleanKeyName(key: PropertyKey): string {
  const seen = String(key)
    .slice(0, maxRead)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return Array.from(seen).slice(0, maxKeyLength).join('');
}
