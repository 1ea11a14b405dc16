import { cutMarked } from '../../core/base/text-lines';
import type * as z from 'zod';
import { escapeControlInline } from '../../core/base/escape-control';
import { filterRuleSchema } from '../../core/contracts/filter-rule';
import { nearestName } from '../policy/nearest-name';

type Issue = z.core.$ZodIssue;
type Path = Issue['path'];

/** Limit for one rule; the rest is reported once these are corrected. */
const maxIssues = 3;
const maxShown = 60;

const { match, strategy } = filterRuleSchema.shape;

/** Problems of a rule, in plain words, for its author (003-match-1). */
export function describeRuleIssues(issues: readonly Issue[], rule: unknown): string {
  const texts = [...new Set(issues.map((issue) => describeIssue(issue, rule)))];
  const more = texts.length - maxIssues;
  return [...texts.slice(0, maxIssues), ...(more > 0 ? [`and ${String(more)} more`] : [])].join(
    '; ',
  );
}

/** A value of the file in quotes, shortened, with control characters escaped. */
export function quoted(text: string): string {
  return `"${escapeControlInline(cutMarked(text, maxShown))}"`;
}

function describeIssue(issue: Issue, rule: unknown): string {
  const place = fieldPath(issue.path);
  const value = valueAt(rule, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(issue.keys, issue.path, rule);
    case 'invalid_union':
      return unknownStrategy(value);
    case 'invalid_value':
      return value === undefined
        ? `${place} is missing`
        : `${place} must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return value === undefined
        ? `${place} is missing`
        : `${place} must be ${typeNames.get(issue.expected) ?? issue.expected}`;
    case 'too_big':
      return `${place} ${limitText(issue, 'at most', issue.maximum)}`;
    case 'too_small':
      return `${place} ${limitText(issue, 'at least', issue.minimum)}`;
    default:
      return `${place} ${issue.message}`;
  }
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['boolean', 'true or false'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['array', 'a list, [ … ]'],
  ['object', 'a table, { … }'],
]);

function limitText(
  { origin }: { readonly origin: string },
  bound: string,
  limit: number | bigint,
): string {
  const amount = String(limit);
  if (origin === 'string') {
    return amount === '1' ? 'must not be empty' : `must have ${bound} ${amount} characters`;
  }
  if (origin !== 'array') return `must be ${bound} ${amount}`;
  return amount === '1' ? 'must not be empty' : `must have ${bound} ${amount} items`;
}

function unknownStrategy(type: unknown): string {
  const types = strategy.options.map(({ shape }) => shape.type.value);
  const list = types.join(', ');
  if (typeof type !== 'string') return `strategy.type is missing: use one of ${list}`;
  return `there is no strategy ${quoted(type)}${didYouMean(type, types)}: use one of ${list}`;
}

function unknownKeys(keys: readonly string[], path: Path, rule: unknown): string {
  const known = knownKeys(path, rule);
  const where = path.length === 0 ? 'a rule' : fieldPath(path);
  return keys
    .map((key) => {
      const hint = didYouMean(key, known) || ` (it has ${known.join(', ')})`;
      return `${where} has no key ${quoted(key)}${hint}`;
    })
    .join('; ');
}

function knownKeys(path: Path, rule: unknown): readonly string[] {
  const [first] = path;
  if (first === undefined) return Object.keys(filterRuleSchema.shape);
  if (first === 'match') return Object.keys(match.shape);
  if (path.length > 1) return ['pattern', 'replacement'];
  const type = valueAt(rule, ['strategy', 'type']);
  const option = strategy.options.find(({ shape }) => shape.type.value === type);
  return Object.keys(option?.shape ?? {});
}

/** The probable intent. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearestName(name, known);
  return near === undefined ? '' : ` (did you mean ${quoted(near)}?)`;
}

/** Items are counted from 1, because TOML shows no index. */
export function fieldPath(path: readonly PropertyKey[]): string {
  const parts = path.map((key) => (typeof key === 'number' ? ` (item ${String(key + 1)})` : key));
  return parts.reduce<string>((place, part) => {
    const text = String(part);
    return place === '' || text.startsWith(' ') ? `${place}${text}` : `${place}.${text}`;
  }, '');
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.entries(at).find(([name]) => name === String(key))?.[1];
  }
  return at;
}
