import { filterLine } from '../../core/base/filter-line';
import { redactText } from '../../core/base/redact';
import type { FilterReport } from '../../core/contracts/filter';
import type { CommandText } from '../../core/filters/command-text';
import type { FilterSet, SourcedRule } from '../../core/filters/filter-set';
import { filterText } from '../../core/filters/filter-text';
import { filteredLength } from '../../core/pipeline/finish/filter-mark';
import { quoted } from './rule-words';

/** An output to try the rules on. */
export interface TrialInput {
  readonly command: string;
  readonly text: string;
  /** Undefined where it is unknown. */
  readonly exitCode: number | undefined;
}

/** What the rules make of an output, for people; without credentials. */
export interface FilterTrial {
  readonly before: string;
  readonly after: string;
  /** Rules, confidence and what went; or why nothing did. */
  readonly summary: string;
  readonly isShorter: boolean;
}

export interface TrialRules {
  readonly rules: readonly SourcedRule[];
  readonly set: FilterSet;
  /** Names of rules that took too long on this output. */
  readonly slow: readonly string[];
}

/** `command` is the text of the input as rules see it. */
export function tryRules(
  { rules, set, slow }: TrialRules,
  command: CommandText,
  input: TrialInput,
): FilterTrial {
  const names = set.rulesFor(command);
  const { raw, text, report } = filterText(set, command, input.text, input.exitCode);
  const before = redactText(raw).text;
  if (slow.length > 0) return unchanged(before, tooSlow(slow));
  if (names.length === 0) return unchanged(before, noRule(command));
  const applied = names.map((name) => titleOf(name, rules)).join(', ');
  if (report === undefined) {
    return unchanged(before, `${applied}: fallback, nothing was found that could be left out`);
  }
  const summary = `${applied}: ${report.confidence}, ${gainOf(report)}`;
  const isUsed = filteredLength(report, raw) < raw.length;
  return {
    before,
    after: redactText(text).text,
    summary: isUsed ? summary : `${summary}: too little, so the agent gets the whole`,
    isShorter: true,
  };
}

function unchanged(before: string, summary: string): FilterTrial {
  return { before, after: before, summary, isShorter: false };
}

function titleOf(name: string, rules: readonly SourcedRule[]): string {
  const source = rules.find(({ rule }) => rule.name === name)?.source;
  if (source === undefined || source === 'built-in') return name;
  return `${name} (${source === 'user' ? 'yours' : 'of the workspace'})`;
}

function gainOf({ rawLines, filteredLines, rawBytes, filteredBytes }: FilterReport): string {
  const line = filterLine(rawLines, filteredLines);
  return line ?? `${String(rawBytes)} bytes -> ${String(filteredBytes)} bytes`;
}

function noRule({ whole, last }: CommandText): string {
  if (last === undefined || last === whole) return 'no rule is for this command';
  return `no rule is for this command, which is read as ${quoted(last)}`;
}

function tooSlow(rules: readonly string[]): string {
  return `${rules.join(', ')} took too long on this output, so it stays as it is`;
}
