import { escapeControl, escapeControlInline } from '../../../core/base/escape-control';
import type { AuditEntry } from '../../../core/contracts/audit';

/** One field of an entry as the page shows it: under its name in `audit.jsonl`. */
export interface AuditField {
  readonly name: string;
  readonly text: string;
}

const notRecorded = '—';

/** Every field of 000 and 003 of an entry, gates apart; a field without a value says so. */
export function auditFields(entry: AuditEntry): readonly AuditField[] {
  const values: Readonly<Record<keyof Omit<AuditEntry, 'gates'>, string | undefined>> = {
    ts: entry.ts,
    session: entry.session,
    tool_call_id: entry.tool_call_id,
    tool: entry.tool,
    call: JSON.stringify(entry.call, null, 2),
    event: entry.event,
    result: entry.result,
    summary: entry.summary,
    trust: entry.trust,
    phase: entry.phase,
    origin: entry.origin,
    approved_by: entry.approved_by,
    policy_match: entry.policy_match,
    exit_code: textOf(entry.exit_code),
    truncated: textOf(entry.truncated),
    attempts: textOf(entry.attempts),
    rollback: entry.rollback && JSON.stringify(entry.rollback, null, 2),
    error_code: entry.error_code,
    error_category: entry.error_category,
    caller_id: entry.caller_id,
    claim_source: entry.claim_source,
    adversarial_policy_decision: entry.adversarial_policy_decision,
    overflow_id: entry.overflow_id,
    duration_ms: String(entry.duration_ms),
    actor: entry.actor,
    tenant: entry.tenant,
    subject: entry.subject,
    policy_version: textOf(entry.policy_version),
    enforcement: entry.enforcement,
  };
  return Object.entries(values).map(([name, value]) => ({
    name,
    text: value === undefined || value === '' ? notRecorded : escapeControl(value),
  }));
}

function textOf(value: number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

const subjectLength = 160;

/** What the call was about, on one line: its command or path, else its arguments. */
export function auditSubject(entry: AuditEntry): string {
  const named = ['command', 'path', 'pattern', 'id'].flatMap((key) => {
    const value = entry.call[key];
    return typeof value === 'string' ? [value] : [];
  })[0];
  const text = escapeControlInline(named ?? JSON.stringify(entry.call));
  return text.length <= subjectLength ? text : `${text.slice(0, subjectLength - 1)}…`;
}

export interface ResultMark {
  readonly icon: string;
  readonly text: string;
  /** Class of the cell, for its colour; the text says the same. */
  readonly tone: 'good' | 'bad' | 'neutral';
}

const marks: Readonly<Record<AuditEntry['result'], ResultMark>> = {
  success: { icon: '✓', text: 'success', tone: 'good' },
  error: { icon: '✗', text: 'error', tone: 'bad' },
  denied: { icon: '⊘', text: 'denied', tone: 'bad' },
  cancelled: { icon: '■', text: 'cancelled', tone: 'neutral' },
  rollback: { icon: '↶', text: 'rolled back', tone: 'neutral' },
};

export function resultMark(result: AuditEntry['result']): ResultMark {
  return marks[result];
}

const events: Readonly<Record<NonNullable<AuditEntry['event']>, string>> = {
  background_end: 'end in the background',
  rollback: 'by hand',
  recovered: 'found after a crash',
};

/** What a further row of a call tells, beside its result; empty for the call itself. */
export function eventText(event: AuditEntry['event']): string {
  return event === undefined ? '' : ` · ${events[event]}`;
}

const verdictIcons = new Map([
  ['allow', '✓'],
  ['ask', '?'],
  ['deny', '⊘'],
]);

export function verdictIcon(verdict: string): string {
  return verdictIcons.get(verdict) ?? '·';
}
