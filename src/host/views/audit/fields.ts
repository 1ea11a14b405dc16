import { cutMarked } from '../../../core/base/text-lines';
import { escapeControl, escapeControlInline } from '../../../core/base/escape-control';
import type { AuditEntry, AuditResult, SealedEntry } from '../../../core/contracts/audit/entry';
import { argumentSubject } from '../../../core/base/titles';
import { filterLine, grouped } from '../../../core/base/wording';

/** One field of an entry as the page shows it: under its name in `audit.jsonl`. */
export interface AuditField {
  readonly name: string;
  /** Undefined when it was not recorded. */
  readonly text: string | undefined;
}

export interface AuditFieldGroup {
  readonly title: string;
  readonly fields: readonly AuditField[];
}

/** Every field (000-audit-5) except the gates, which have a list of their own. */
const groups = Object.entries({
  Call: 'ts session tool_call_id tool call',
  Outcome:
    'event result summary stdout stderr exit_code started_at duration_ms truncated attempts error_code error_category filter overflow_id rollback',
  Decision:
    'approved_by denied_by policy_match policy_version enforcement trust phase adversarial_policy_decision trust_set_for',
  Who: 'origin actor subject tenant caller_id claim_source',
  Chain: 'writer seq prev',
}).map(([title, names]) => ({ title, names: names.split(' ') }));

/** The field names, in the order of display and export. */
export const auditColumns = [...groups.flatMap(({ names }) => names), 'gates'];

export function auditFields(entry: SealedEntry): readonly AuditFieldGroup[] {
  const values = new Map<string, unknown>(Object.entries(entry));
  const textOfField = (name: string) =>
    name === 'filter' ? filterText(entry.filter) : textOf(values.get(name));
  return groups.map(({ title, names }) => ({
    title,
    fields: names.map((name) => ({ name, text: textOfField(name) })),
  }));
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  return escapeControl(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

/** As on the card, with the tooltip of the card. */
function filterText(filter: AuditEntry['filter']): string | undefined {
  if (filter === undefined) return undefined;
  const { rules, confidence, raw_lines, filtered_lines, raw_bytes, filtered_bytes } = filter;
  const bytes = [raw_bytes, filtered_bytes].map((count) => grouped(count));
  const line = filterLine(raw_lines, filtered_lines) ?? 'no line was left out';
  const by = `by ${rules.join(', ')} (${confidence})`;
  return escapeControl([line, `${bytes.join(' -> ')} bytes`, by].join('\n'));
}

/** The subject of a call: its command or path, else its arguments. */
export function callSubject(args: AuditEntry['call']): string {
  return argumentSubject(args) ?? JSON.stringify(args);
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
  readonly tone: 'good' | 'bad' | 'neutral';
}

export const resultMarks: Readonly<Record<AuditResult, ResultMark>> = {
  success: { icon: 'pass', text: 'success', tone: 'good' },
  error: { icon: 'error', text: 'error', tone: 'bad' },
  denied: { icon: 'circle-slash', text: 'denied', tone: 'bad' },
  skipped: { icon: 'debug-step-over', text: 'skipped', tone: 'neutral' },
  cancelled: { icon: 'stop-circle', text: 'cancelled', tone: 'neutral' },
  rollback: { icon: 'discard', text: 'rolled back', tone: 'neutral' },
};

const events: Readonly<Record<NonNullable<AuditEntry['event']>, string>> = {
  background_end: 'ended in the background',
  rollback: 'by you',
  recovered: 'found after a crash',
  interrupted: 'interrupted by a crash',
  erased: 'earlier log deleted',
};

/** The news in a further row of a call, next to its result; empty for the call itself. */
export function eventText(event: AuditEntry['event']): string {
  return event === undefined ? '' : events[event];
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
