import type * as z from 'zod';
import { failure, type Failure } from './failure';

const maxIssues = 5;
const maxLength = 500;
const maxKey = 40;

type Issue = z.core.$ZodIssue;

/**
 * Says what is wrong with arguments: at most five issues, 500 characters, never a value; key names
 * are cut and cleaned because the caller controls them (cogni-wink 6.3).
 */
export function describeIssues(issues: readonly Issue[], args: unknown): Failure {
  const lines = issues.slice(0, maxIssues).map(describeIssue);
  const more = issues.length > maxIssues ? ` and ${String(issues.length - maxIssues)} more` : '';
  const message = `Invalid arguments: ${lines.join('; ')}${more}`.slice(0, maxLength);
  const category = issues.some((issue) => isWrongType(issue, args))
    ? 'type_mismatch'
    : 'invalid_parameters';
  return failure('validation', message, { category });
}

function describeIssue(issue: Issue): string {
  const place = issue.path.length === 0 ? 'arguments' : issue.path.map(cleanKey).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return `${place}: expected ${issue.expected}`;
    case 'unrecognized_keys':
      return `${place}: unknown ${issue.keys.slice(0, 3).map(cleanKey).join(', ')}`;
    case 'too_small':
      return `${place}: must be at least ${String(issue.minimum)}`;
    case 'too_big':
      return `${place}: must be at most ${String(issue.maximum)}`;
    case 'invalid_value':
      return `${place}: expected one of ${issue.values.map(String).join(', ')}`;
    default:
      return `${place}: ${issue.code}`;
  }
}

/** zod says `invalid_type` for missing and wrong alike; only a present value is a mismatch. */
function isWrongType(issue: Issue, args: unknown): boolean {
  return issue.code === 'invalid_type' && valueAt(args, issue.path) !== undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (at === null || typeof at !== 'object') return undefined;
    return Object.entries(at).find(([name]) => name === String(key))?.[1];
  }, value);
}

function cleanKey(key: PropertyKey): string {
  return String(key)
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .slice(0, maxKey);
}
