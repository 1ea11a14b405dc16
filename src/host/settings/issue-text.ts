import type * as z from 'zod';
import { isSentence } from '../../core/base/sentence';
import { shown, t } from '../window/language';

export type Issue = z.core.$ZodIssue;

/** What is wrong with a value; `place` names it. A check of a schema says it in `params.said`. */
export function issueText(issue: Issue, place: string, value: unknown): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return t(
        '{0} has no key {1}',
        place,
        issue.keys.map((key) => JSON.stringify(key)).join(', '),
      );
    case 'invalid_value':
      return value === undefined
        ? t('{0} is missing', place)
        : t('{0} must be one of {1}', place, issue.values.map(String).join(', '));
    case 'invalid_type':
      return value === undefined
        ? t('{0} is missing', place)
        : t('{0} must be {1}', place, typeName(issue.expected));
    case 'invalid_format':
      return t('{0} must match the pattern {1}', place, issue.pattern ?? issue.format);
    case 'too_big':
      return tooBig(place, issue.origin, String(issue.maximum));
    case 'too_small':
      return tooSmall(place, issue.origin, String(issue.minimum));
    case 'invalid_union':
      return t('{0} needs exactly one of {1}', place, formsOf(issue).join(', '));
    default:
      return saidBy(issue) ?? t('{0} is not valid', place);
  }
}

/**
 * What is wrong with a key, or with a value of several forms: a key that no form has, else the
 * problem in the form that it comes closest to. A value as close to another form stays a problem of
 * all.
 */
export function closestIssue(issue: Issue): Issue {
  if (issue.code === 'invalid_key') return { ...(issue.issues[0] ?? issue), path: issue.path };
  if (issue.code !== 'invalid_union') return issue;
  const keys = unknownToAll(issue);
  if (keys.length > 0) return { code: 'unrecognized_keys', keys, path: issue.path, message: '' };
  const [closest = [], next] = issue.errors.toSorted((a, b) => a.length - b.length);
  const [first] = closest;
  const isClear = closest.length < (next?.length ?? 0) || formsOf(issue).length < 2;
  return first && isClear ? { ...first, path: [...issue.path, ...first.path] } : issue;
}

function unknownToAll({ errors }: z.core.$ZodIssueInvalidUnion): string[] {
  const [first = [], ...others] = errors.map((issues) =>
    issues.flatMap((each) =>
      each.code === 'unrecognized_keys' && each.path.length === 0 ? each.keys : [],
    ),
  );
  return first.filter((key) => others.every((keys) => keys.includes(key)));
}

/** The keys that tell the forms apart. */
function formsOf({ errors }: z.core.$ZodIssueInvalidUnion): readonly string[] {
  const keys = errors.flat().flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys;
    return issue.code === 'invalid_type' ? issue.path.map(String) : [];
  });
  return [...new Set(keys)].sort();
}

function saidBy(issue: Issue): string | undefined {
  const said: unknown = issue.code === 'custom' ? issue.params?.['said'] : undefined;
  return isSentence(said) ? shown(said) : undefined;
}

function typeName(type: string): string {
  const names: ReadonlyMap<string, string> = new Map([
    ['string', t('a string')],
    ['boolean', t('true or false')],
    ['number', t('a number')],
    ['int', t('a whole number')],
    ['array', t('a list, [ … ]')],
    ['object', t('a table, {0}', '{ … }')],
    ['record', t('a table, {0}', '{ … }')],
  ]);
  return names.get(type) ?? type;
}

function tooBig(place: string, origin: string, limit: string): string {
  if (origin === 'string') return t('{0} must have at most {1} characters', place, limit);
  return origin === 'array'
    ? t('{0} must have at most {1} items', place, limit)
    : t('{0} must be at most {1}', place, limit);
}

function tooSmall(place: string, origin: string, limit: string): string {
  const isList = origin === 'array';
  if (!isList && origin !== 'string') return t('{0} must be at least {1}', place, limit);
  if (limit === '1') return t('{0} must not be empty', place);
  return isList
    ? t('{0} must have at least {1} items', place, limit)
    : t('{0} must have at least {1} characters', place, limit);
}

/** The value at a path inside another; undefined where there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.entries(at).find(([name]) => name === String(key))?.[1];
  }
  return at;
}
