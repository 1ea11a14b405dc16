import { isTampering, type AuditVerdict } from '../../../core/contracts/audit/entry';
import type { Result } from '../../../core/contracts/failure';
import type { StoreHealth } from '../../../core/contracts/store-health';
import { button, check, type Check } from './doctor-report';
import { sizeOf } from '../../../core/base/wording';
import { shown, shownCount, shownFailure, t } from '../../window/language';

export interface StoreFacts {
  readonly health: Result<StoreHealth>;
  readonly verdict: Result<AuditVerdict>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Maximum total size in bytes (`gatehouse.storage.maxMegabytes`). */
  readonly maxBytes: number;
  readonly ownPid: number;
}

/** A journal is saved into the database long before; at this size, saving has failed. */
const longJournalBytes = 64 * 1024 * 1024;
const nearlyFull = 0.9;

/** The state of the storage: its content, its writers, its errors. */
export function storeChecks(facts: StoreFacts): readonly Check[] {
  const { health, verdict } = facts;
  if (!health.ok) {
    const remedy = t('Calls that cannot be recorded fail.');
    return [
      check('problem', t('store'), shownFailure(health.failure), {
        remedy,
        action: button(t('Show Output Log'), 'openLog'),
      }),
    ];
  }
  const { value } = health;
  return [
    writerCheck(value, facts.ownPid),
    databaseCheck(value, facts.now),
    journalCheck(value),
    contentCheck(value),
    roomCheck(value, facts.maxBytes),
    auditCheck(value, verdict),
    ...damageChecks(value),
  ];
}

function writerCheck({ role, lock }: StoreHealth, ownPid: number): Check {
  const { ownerPid, windows } = lock;
  if (role === 'main') {
    const others = windows - 1;
    return check('ok', t('saved by'), ownerText(ownPid, others));
  }
  const text =
    ownerPid === undefined
      ? t('another window; this window has its own files, which the next start merges')
      : t('process {0}; this window has its own files, which the next start merges', ownerPid);
  return check('ok', t('saved by'), text);
}

function ownerText(pid: number, others: number): string {
  if (others <= 0) return t('this window (process {0})', pid);
  return others === 1
    ? t('this window (process {0}); 1 more window, each with its own files', pid)
    : t('this window (process {0}); {1} more windows, each with its own files', pid, others);
}

function databaseCheck({ database, readOnly }: StoreHealth, now: number): Check {
  const { bytes, savedAt } = database;
  const size = shown(sizeOf(bytes));
  const text =
    savedAt === undefined
      ? t('{0}, not saved yet', size)
      : t('{0}, saved {1}', size, agoText(now - savedAt));
  if (readOnly === undefined) return check('ok', t('database'), text);
  const remedy = t('New records are stored separately and merged later. Update Gatehouse.');
  return check('warning', t('database'), `${text}; ${shown(readOnly)}`, remedy);
}

function journalCheck({ journal }: StoreHealth): Check {
  const { records, bytes } = journal;
  const text =
    records === 1
      ? t('1 record, {0}', shown(sizeOf(bytes)))
      : t('{0} records, {1}', shownCount(records), shown(sizeOf(bytes)));
  if (journal.bytes < longJournalBytes) return check('ok', t('journal'), text);
  const remedy = t(
    'The database has not been saved for a long time: free disk space, then reload the window.',
  );
  return check('warning', t('journal'), text, remedy);
}

function contentCheck({ conversations, outputs, chats }: StoreHealth): Check {
  const kept = [
    conversations === 1 ? t('1 chat') : t('{0} chats', shownCount(conversations)),
    outputs === 1 ? t('1 full output') : t('{0} full outputs', shownCount(outputs)),
  ].join(', ');
  const size = shown(sizeOf(chats.bytes));
  const text =
    chats.files === 1
      ? t('{0}; 1 file of {1}', kept, size)
      : t('{0}; {1} files of {2}', kept, shownCount(chats.files), size);
  return check('ok', t('stored'), text);
}

function roomCheck(health: StoreHealth, maxBytes: number): Check {
  const { database, journal, chats, audit } = health;
  const used = database.bytes + journal.bytes + chats.bytes + audit.bytes;
  const text = t('{0} of {1}', shown(sizeOf(used)), shown(sizeOf(maxBytes)));
  if (used < maxBytes * nearlyFull) return check('ok', t('disk use'), text);
  const remedy = t(
    'The oldest outputs are deleted first. Increase gatehouse.storage.maxMegabytes, or delete chats.',
  );
  return check('warning', t('disk use'), text, remedy);
}

function auditCheck({ audit }: StoreHealth, verdict: Result<AuditVerdict>): Check {
  const size =
    audit.entries === 1
      ? t('1 entry, {0}', shown(sizeOf(audit.bytes)))
      : t('{0} entries, {1}', shownCount(audit.entries), shown(sizeOf(audit.bytes)));
  if (!verdict.ok) {
    const isStopped = verdict.failure.category === 'cancelled';
    const text = `${size}; ${isStopped ? t('not verified: you cancelled') : shownFailure(verdict.failure)}`;
    return check(isStopped ? 'warning' : 'problem', t('audit log'), text);
  }
  const { findings, unsealed } = verdict.value;
  const [first] = findings;
  if (first !== undefined) {
    const more = findings.length - 1;
    const found = more > 0 ? t('{0} and {1} more', shown(first.text), more) : shown(first.text);
    const action = button(t('Verify Audit Log'), 'verifyAuditLog');
    const level = findings.some(({ kind }) => isTampering(kind) || kind === 'unsealed')
      ? 'problem'
      : 'warning';
    return check(level, t('audit log'), `${size}; ${found}`, { action });
  }
  const text =
    unsealed === 0
      ? t('{0}, unchanged, all sealed', size)
      : t('{0}, unchanged, the last {1} not sealed yet', size, unsealed);
  return check('ok', t('audit log'), text);
}

function damageChecks({ droppedBytes, setAside }: StoreHealth): readonly Check[] {
  const checks: Check[] = [];
  if (droppedBytes > 0) {
    const text = t(
      '{0} of an unfinished write were cut off at this start',
      shown(sizeOf(droppedBytes)),
    );
    const remedy = t('A crash or power cut causes this. No confirmed record is lost.');
    checks.push(check('warning', t('torn end'), text, remedy));
  }
  if (setAside.length > 0) {
    const remedy = t(
      'These files could not be read and were replaced. Keep them for a bug report, or delete them.',
    );
    checks.push(check('warning', t('set aside'), setAside.join(', '), remedy));
  }
  return checks;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function agoText(ms: number): string {
  if (ms < minute) return t('less than a minute ago');
  if (ms < hour) return minutesAgo(Math.floor(ms / minute));
  if (ms < day) return hoursAgo(Math.floor(ms / hour));
  const days = Math.floor(ms / day);
  return days === 1 ? t('1 day ago') : t('{0} days ago', days);
}

function minutesAgo(count: number): string {
  return count === 1 ? t('1 minute ago') : t('{0} minutes ago', count);
}

function hoursAgo(count: number): string {
  return count === 1 ? t('1 hour ago') : t('{0} hours ago', count);
}
