import { cutMarked } from '../../../core/base/text-lines';
import { escapeControl, escapeControlInline } from '../../../core/base/escape-control';
import type { AuditEntry, AuditResult, SealedEntry } from '../../../core/contracts/audit/entry';
import {
  deciderOf,
  endingOf,
  type CallEnding,
  type Decider,
  type EndedCall,
} from '../../../core/contracts/calls/ending';
import { shortToolName } from '../../../core/contracts/tool-spec';
import { endingTexts } from '../../window/ending-texts';
import { shown, shownCount, t } from '../../window/language';
import { argumentSubject } from '../../../core/base/titles';
import { filterLine } from '../../../core/base/wording';

/** One field of an entry as the page shows it: under its name in `audit.jsonl`. */
export interface AuditField {
  readonly name: string;
  readonly text: string;
}

export interface AuditFieldGroup {
  readonly title: string;
  readonly fields: readonly AuditField[];
}

/** Every field (000-audit-5) except the gates, which have a list of their own. */
const groups = Object.entries({
  Call: 'ts session tool_call_id tool call',
  Outcome:
    'event result summary stdout stderr exit_code started_at duration_ms truncated attempts error_code error_category filter overflow_id rollback web',
  Decision:
    'approved_by denied_by policy_match policy_version permission_level enforcement trust phase adversarial_policy_decision trust_set_for refused_by',
  Who: 'origin actor subject tenant caller_id mcp_server_id claim_source',
  Chain: 'writer seq prev',
}).map(([name, names]) => ({ name, names: names.split(' ') }));

/** The heading of a group. */
const groupTitles: Readonly<Record<string, () => string>> = {
  Call: () => t('Call'),
  Outcome: () => t('Outcome'),
  Decision: () => t('Decision'),
  Who: () => t('Who'),
  Chain: () => t('Chain'),
};

/** The field names, in the order of display and export. */
export const auditColumns = [...groups.flatMap(({ names }) => names), 'gates'];

/** The fields that were recorded, by group; a group without any is left out. */
export function auditFields(entry: SealedEntry): readonly AuditFieldGroup[] {
  const values = new Map<string, unknown>(Object.entries(entry));
  const textOfField = (name: string) =>
    name === 'filter' ? filterText(entry.filter) : textOf(values.get(name));
  return groups.flatMap(({ name: group, names }) => {
    const fields = names.flatMap((name) => {
      const text = textOfField(name);
      return text === undefined ? [] : [{ name, text }];
    });
    const title = groupTitles[group]?.() ?? group;
    return fields.length === 0 ? [] : [{ title, fields }];
  });
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  return escapeControl(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

/** As on the card, with the tooltip of the card. */
function filterText(filter: AuditEntry['filter']): string | undefined {
  if (filter === undefined) return undefined;
  const { rules, confidence, raw_lines, filtered_lines, raw_bytes, filtered_bytes } = filter;
  const line = filterLine(raw_lines, filtered_lines);
  return escapeControl(
    [
      line === undefined ? t('no line was left out') : shown(line),
      t('{0} bytes -> {1} bytes', shownCount(raw_bytes), shownCount(filtered_bytes)),
      t('by {0} ({1})', rules.join(', '), confidence),
    ].join('\n'),
  );
}

/** The subject of a call: its command, path or address, the files, setting or rules of an act, else its arguments. */
export function callSubject(args: AuditEntry['call']): string {
  const { paths, name, added, removed } = args;
  if (typeof name === 'string' && 'scope' in args) return name;
  const listed = listText(paths) ?? listText(added) ?? listText(removed);
  const rest = Object.keys(args).length === 0 ? '' : JSON.stringify(args);
  return argumentSubject(args) ?? listed ?? rest;
}

function listText(list: unknown): string | undefined {
  return Array.isArray(list) && list.every((each) => typeof each === 'string')
    ? list.join(', ')
    : undefined;
}

/** What the user did by itself, in the words of the buttons. */
const acts = (): ReadonlyMap<string, string> =>
  new Map([
    ['gatehouse.undo', t('Undo')],
    ['gatehouse.keep', t('Keep')],
    ['gatehouse.settings', t('Settings')],
    ['gatehouse.rules', t('Rules')],
    ['gatehouse.trust', t('Trust level')],
    ['gatehouse.permission', t('Permission level')],
    ['gatehouse.key', t('API key')],
    ['gatehouse.deleteAllData', t('Delete All Data')],
  ]);

export function toolLabel(tool: string): string {
  return acts().get(tool) ?? shortToolName(tool);
}

/** What the user did by itself has no card. */
export function hasCard({ tool }: Pick<AuditEntry, 'tool'>): boolean {
  return !acts().has(tool);
}

const subjectLength = 400;

export function auditSubject({ call }: AuditEntry): string {
  return shortLine(callSubject(call), subjectLength);
}

/** A text on one line, without invisible characters, cut to a length. */
export function shortLine(text: string, length: number): string {
  // Also cut before it is escaped: one field may be as long as a file.
  const line = escapeControlInline(cutMarked(text, length));
  return line.length <= length ? line : cutMarked(line, length - 1);
}

export interface ResultMark {
  /** Name of a codicon. */
  readonly icon: string;
  readonly text: string;
  /** Class of the cell, for its color; the text conveys the same. */
  readonly tone: 'good' | 'bad' | 'warn' | 'neutral';
}

/** The results one can filter by; a row says more exactly how its call ended. */
export const resultMarks = (): Readonly<Record<AuditResult, ResultMark>> => ({
  success: { icon: 'check', text: t('Completed'), tone: 'good' },
  error: { icon: 'error', text: t('Failed'), tone: 'bad' },
  denied: { icon: 'circle-slash', text: t('Not allowed'), tone: 'neutral' },
  skipped: { icon: 'debug-step-over', text: t('Skipped'), tone: 'neutral' },
  cancelled: { icon: 'stop-circle', text: t('Cancelled'), tone: 'neutral' },
  rollback: { icon: 'discard', text: t('Undone'), tone: 'neutral' },
});

const endingMarks: Readonly<Record<CallEnding, Omit<ResultMark, 'text'>>> = {
  completed: { icon: 'check', tone: 'good' },
  failed: { icon: 'error', tone: 'bad' },
  'denied-by-user': { icon: 'circle-slash', tone: 'neutral' },
  'denied-by-rule': { icon: 'law', tone: 'warn' },
  blocked: { icon: 'shield', tone: 'warn' },
  'approval-timeout': { icon: 'clock', tone: 'warn' },
  timeout: { icon: 'clock', tone: 'warn' },
  cancelled: { icon: 'stop-circle', tone: 'neutral' },
  interrupted: { icon: 'debug-disconnect', tone: 'warn' },
  skipped: { icon: 'debug-step-over', tone: 'neutral' },
};

/** What the user did, in the words of the buttons. */
const eventMarks = (): Readonly<Partial<Record<NonNullable<AuditEntry['event']>, ResultMark>>> => ({
  keep: { icon: 'check', text: t('Kept'), tone: 'neutral' },
  input: { icon: 'keyboard', text: t('Replied'), tone: 'neutral' },
  setting: { icon: 'settings-gear', text: t('Changed'), tone: 'neutral' },
});

/** How the call of an entry ended, in the words of its card. */
export function resultMark(entry: AuditEntry): ResultMark {
  if (entry.result === 'rollback') return resultMarks().rollback;
  const done = entry.event === undefined ? undefined : eventMarks()[entry.event];
  if (done !== undefined) return done;
  const ending = endingOf(endedCall(entry));
  return { ...endingMarks[ending], text: endingTexts()[ending] };
}

const deciderTexts = (): Readonly<Record<Decider, string>> => ({
  user: t('You'),
  'user-typed': t('You (typed)'),
  rule: t('Rule'),
  blocklist: t('Blocked list'),
  paths: t('Path limits'),
  trust: t('Workspace trust'),
  limit: t('Limits'),
  check: t('Checks'),
  timeout: t('Time limit'),
});

/** Who decided that the call of an entry runs or not; empty when that is not recorded. */
export function decidedBy(entry: AuditEntry): string {
  const decider = deciderOf(endedCall(entry));
  return decider === undefined ? '' : deciderTexts()[decider];
}

const statusOfResult = {
  success: { status: 'completed', verdict: 'allow' },
  error: { status: 'failed', verdict: 'allow' },
  denied: { status: 'failed', verdict: 'deny' },
  skipped: { status: 'failed', verdict: 'skip' },
  cancelled: { status: 'cancelled', verdict: 'allow' },
  rollback: { status: 'completed', verdict: 'allow' },
} as const;

function endedCall(entry: AuditEntry): EndedCall {
  return {
    ...statusOfResult[entry.result],
    isInterrupted: entry.event === 'interrupted',
    errorCode: entry.error_code,
    approvedBy: entry.approved_by,
    deniedBy: entry.denied_by,
    gates: entry.gates,
    isRuled: entry.policy_match !== undefined,
  };
}

const events = (): Readonly<Record<NonNullable<AuditEntry['event']>, string>> => ({
  background_end: t('ended in the background'),
  rollback: t('by you'),
  keep: '',
  input: '',
  setting: '',
  recovered: t('found after a crash'),
  interrupted: t('interrupted by a crash'),
  erased: t('earlier log deleted'),
});

/** The news in a further row of a call, next to its result; empty for the call itself. */
export function eventText(event: AuditEntry['event']): string {
  return event === undefined ? '' : events()[event];
}

const verdictIcons = new Map([
  ['allow', 'pass'],
  ['ask', 'question'],
  ['deny', 'circle-slash'],
  ['skip', 'debug-step-over'],
]);

/** Name of a codicon. */
export function verdictIcon(verdict: string): string {
  return verdictIcons.get(verdict) ?? 'circle-outline';
}
