import { cutMarked } from '../../core/base/text-lines';
import { escapeControlInline } from '../../core/base/escape-control';
import { filterRuleSchema } from '../../core/contracts/filter-rule';
import { nearestName } from '../policy/nearest-name';
import { issueText, valueAt, type Issue } from '../settings/issue-text';
import { t } from '../window/language';

type Path = Issue['path'];

/** Limit for one rule; the rest is reported once these are corrected. */
const maxIssues = 3;
const maxShown = 60;

const { match, strategy } = filterRuleSchema.shape;

/** Problems of a rule, in plain words, for its author (003-match-1). */
export function describeRuleIssues(issues: readonly Issue[], rule: unknown): string {
  const texts = [...new Set(issues.map((issue) => describeIssue(issue, rule)))];
  const more = texts.length - maxIssues;
  const first = texts.slice(0, maxIssues).join('; ');
  return more > 0 ? t('{0}; and {1} more', first, more) : first;
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
    case 'custom':
      return t('{0} needs exactly one of {1}', place, Object.keys(match.shape).join(', '));
    default:
      return issueText(issue, place, value);
  }
}

function unknownStrategy(type: unknown): string {
  const types = strategy.options.map(({ shape }) => shape.type.value);
  const list = types.join(', ');
  if (typeof type !== 'string') return t('{0} is missing: use one of {1}', 'strategy.type', list);
  return t('there is no strategy {0}: use one of {1}', hinted(type, types), list);
}

function unknownKeys(keys: readonly string[], path: Path, rule: unknown): string {
  const known = knownKeys(path, rule);
  const where = path.length === 0 ? t('a rule') : fieldPath(path);
  return keys
    .map((key) =>
      nearestName(key, known) === undefined
        ? t('{0} has no key {1} (it has {2})', where, quoted(key), known.join(', '))
        : t('{0} has no key {1}', where, hinted(key, known)),
    )
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

/** A name that is not known, with the one that was probably meant. */
export function hinted(name: string, known: Iterable<string>): string {
  const near = nearestName(name, known);
  return near === undefined
    ? quoted(name)
    : t('{0} (did you mean {1}?)', quoted(name), quoted(near));
}

/** Items are counted from 1, because TOML shows no index. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, key) => {
    if (typeof key === 'number') return t('{0} (item {1})', place, key + 1);
    return place === '' ? String(key) : `${place}.${String(key)}`;
  }, '');
}
