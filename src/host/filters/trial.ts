import { isFinal } from '../../core/contracts/calls/ending';
import { filterLine } from '../../core/base/wording';
import { redactText } from '../../core/base/redact/redact';
import type { FilterReport } from '../../core/contracts/filter-rule';
import type { CommandText } from '../../core/filters/command-match';
import { type FilterSet, type SourcedRule, filterText } from '../../core/filters/filter-set';
import { filteredLength } from '../../core/pipeline/finish/filter';
import { quoted } from './rule-issues';
import { isObject, parseJson } from '../../core/contracts/json';
import type { OverflowStore } from '../../core/ports/conversations';
import { commandTools } from '../settings/tool-names';
import type { Card } from '../panel/transcript/card';
import { wholeOutput } from '../panel/cards/output-requests';
import { shown, shownCount, t } from '../window/language';

/** An output to try the rules on. */
export interface TrialInput {
  readonly command: string;
  readonly text: string;
  /** Undefined where it is unknown. */
  readonly exitCode: number | undefined;
}

/** An output before and after filtering, for the user; without credentials. */
export interface FilterTrial {
  readonly before: string;
  readonly after: string;
  /** Rules, confidence and savings, or why nothing was removed. */
  readonly summary: string;
  readonly isShorter: boolean;
}

export interface TrialRules {
  readonly rules: readonly SourcedRule[];
  readonly set: FilterSet;
  /** Names of rules that took too long on this output. */
  readonly slow: readonly string[];
}

/** `command` is the command as rules see it. */
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
    return unchanged(before, t('{0}: fallback, nothing could be left out', applied));
  }
  const summary = `${applied}: ${report.confidence}, ${gainOf(report)}`;
  const isUsed = filteredLength(report, raw) < raw.length;
  return {
    before,
    after: redactText(text).text,
    summary: isUsed ? summary : t('{0}: too little, so the agent gets the full output', summary),
    isShorter: true,
  };
}

function unchanged(before: string, summary: string): FilterTrial {
  return { before, after: before, summary, isShorter: false };
}

function titleOf(name: string, rules: readonly SourcedRule[]): string {
  const source = rules.find(({ rule }) => rule.name === name)?.source;
  if (source === undefined || source === 'built-in') return name;
  return source === 'user' ? t('{0} (yours)', name) : t('{0} (of the workspace)', name);
}

function gainOf({ rawLines, filteredLines, rawBytes, filteredBytes }: FilterReport): string {
  const line = filterLine(rawLines, filteredLines);
  if (line !== undefined) return shown(line);
  return t('{0} bytes -> {1} bytes', shownCount(rawBytes), shownCount(filteredBytes));
}

function noRule({ whole, last }: CommandText): string {
  if (last === undefined || last === whole) return t('no rule matches this command');
  return t('no rule matches this command, which is read as {0}', quoted(last));
}

function tooSlow(rules: readonly string[]): string {
  return t('{0} took too long on this output, so it is unchanged', rules.join(', '));
}

/** The chat that the user has open. */
export interface ChatOutputs {
  readonly cards: () => readonly Card[];
  readonly sessionId: () => string | undefined;
  readonly overflow: Pick<OverflowStore, 'read'>;
}

/** A command of the chat that has ended. */
export interface LastCommand {
  readonly command: string;
  readonly exitCode: number | undefined;
  /** Its stored output, before filters. */
  readonly output: () => Promise<string>;
}

/** The last command of the chat that printed something; undefined when there is none. */
export function lastCommand({ cards, sessionId, overflow }: ChatOutputs): LastCommand | undefined {
  for (const card of [...cards()].reverse()) {
    const command = commandOf(card);
    const { text, exitCode } = card.item;
    if (command === undefined || !isFinal(card.base) || text === '') continue;
    return {
      command,
      exitCode,
      output: async () => (await wholeOutput(card, sessionId(), overflow)) ?? card.fullText ?? text,
    };
  }
  return undefined;
}

function commandOf({ call }: Card): string | undefined {
  if (call === undefined || !commandTools.includes(call.tool)) return undefined;
  const args = parseJson(call.argsJson);
  const command = isObject(args) ? args['command'] : undefined;
  return typeof command === 'string' ? command : undefined;
}
