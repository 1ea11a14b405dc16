import { parse, TomlError } from 'smol-toml';
import { isObject, type UnknownObject } from '../../core/contracts/json';
import {
  filterRuleSchema,
  filterSwitchSchema,
  type FilterRule,
} from '../../core/contracts/filter-rule';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import { describeRuleIssues, hinted, quoted } from './rule-issues';
import { t } from '../window/language';

/** An entry of a file: a rule, or a switch for the rule of this name. */
export interface FilterEntry {
  readonly name: string;
  readonly enabled: boolean;
  /** Absent for a switch. */
  readonly rule?: FilterRule;
  /** Line in the file, from 1; undefined when unknown. */
  readonly line: number | undefined;
}

/** An ignored part of a file, and why. */
export interface RuleProblem {
  readonly line: number | undefined;
  readonly text: string;
}

export interface ParsedRules {
  readonly entries: readonly FilterEntry[];
  readonly problems: readonly RuleProblem[];
}

/**
 * The rules of a `filters.toml`. An invalid rule is skipped with a warning, and the others
 * count (003-safety-3). Fails only for a text that is no TOML at all.
 */
export function parseRules(text: string): Result<ParsedRules, RuleProblem> {
  const table = parseToml(text);
  if (!table.ok) return table;
  const { rules, ...others } = table.value;
  const problems = Object.keys(others).map((key): RuleProblem => ({
    line: undefined,
    text: t('{0} is unknown here: put rules below {1}', hinted(key, ['rules']), '[[rules]]'),
  }));
  if (rules === undefined) return succeed({ entries: [], problems });
  if (!Array.isArray(rules)) {
    const text = t('each rule starts with {0}, in double brackets', '[[rules]]');
    return succeed({ entries: [], problems: [...problems, { line: undefined, text }] });
  }
  const read = readEntries(Array.from<unknown>(rules), linesOfRules(text, rules.length));
  return succeed({ entries: read.entries, problems: [...problems, ...read.problems] });
}

function parseToml(text: string): Result<UnknownObject, RuleProblem> {
  try {
    return succeed(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the message is an excerpt of the file.
    const [first = ''] = error.message.split('\n');
    const why = first.replace('Invalid TOML document: ', '');
    const { line, column } = error;
    return fail({ line, text: t('it is not valid TOML: {0} (column {1})', why, column) });
  }
}

function readEntries(rules: readonly unknown[], lines: readonly number[]): ParsedRules {
  const entries = new Map<string, FilterEntry>();
  const problems: RuleProblem[] = [];
  for (const [index, given] of rules.entries()) {
    const line = lines[index];
    const read = readEntry(given, line);
    const name = read.ok ? read.value.name : undefined;
    const before = name === undefined ? undefined : entries.get(name);
    const skip = (why: string): void => {
      problems.push({ line, text: t('{0} is skipped: {1}', titleOf(given, index), why) });
    };
    if (!read.ok) skip(read.failure);
    else if (before !== undefined) skip(nameUsed(before.line));
    else entries.set(read.value.name, read.value);
  }
  return { entries: [...entries.values()], problems };
}

function nameUsed(line: number | undefined): string {
  return line === undefined
    ? t('its name is already used by a rule before it')
    : t('its name is already used by the rule in line {0}', line);
}

function titleOf(given: unknown, index: number): string {
  const name = isObject(given) ? given['name'] : undefined;
  return typeof name === 'string' ? t('the rule {0}', quoted(name)) : t('rule {0}', index + 1);
}

function readEntry(given: unknown, line: number | undefined): Result<FilterEntry, string> {
  if (!isObject(given)) return fail(t('a rule must be a table'));
  if (given['match'] === undefined && given['strategy'] === undefined) {
    return readSwitch(given, line);
  }
  const parsed = filterRuleSchema.safeParse(given);
  if (!parsed.success) return fail(describeRuleIssues(parsed.error.issues, given));
  const { name, enabled } = parsed.data;
  return succeed({ name, enabled, rule: parsed.data, line });
}

/** `enabled = false` alone switches a rule off (003-match-2). */
function readSwitch(given: UnknownObject, line: number | undefined): Result<FilterEntry, string> {
  if (given['enabled'] === undefined) {
    return fail(t('it needs match and strategy, or enabled to switch a built-in rule'));
  }
  const parsed = filterSwitchSchema.safeParse(given);
  if (!parsed.success) return fail(describeRuleIssues(parsed.error.issues, given));
  return succeed({ ...parsed.data, line });
}

/** The line of each `[[rules]]`; empty when similar text makes them ambiguous. */
function linesOfRules(text: string, count: number): readonly number[] {
  const lines = text
    .split('\n')
    .flatMap((line, at) => (/^\s*\[\[\s*["']?rules["']?\s*\]\]/.test(line) ? [at + 1] : []));
  return lines.length === count ? lines : [];
}
