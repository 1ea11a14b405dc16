import { isTampering, type AuditVerdict } from '../../../core/contracts/audit/entry';
import type { Result } from '../../../core/contracts/failure';
import type { StoreHealth } from '../../../core/contracts/store-health';
import { button, check, type Check } from './doctor-report';
import { counted, formatSize } from '../../../core/base/wording';

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
    const remedy = 'Calls that cannot be recorded fail.';
    return [
      check('problem', 'store', health.failure.message, {
        remedy,
        action: button('Show Log', 'openLog'),
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
    const more = others > 0 ? `; ${counted(others, 'more window')}, each with its own files` : '';
    return check('ok', 'writer', `this window (process ${String(ownPid)})${more}`);
  }
  const owner = ownerPid === undefined ? 'another window' : `process ${String(ownerPid)}`;
  const text = `${owner}; this window has its own files, which the next start merges`;
  return check('ok', 'writer', text);
}

function databaseCheck({ database, readOnly }: StoreHealth, now: number): Check {
  const { bytes, savedAt } = database;
  const saved = savedAt === undefined ? 'not saved yet' : `saved ${agoText(now - savedAt)}`;
  const text = `${formatSize(bytes)}, ${saved}`;
  if (readOnly === undefined) return check('ok', 'database', text);
  const remedy = 'New records are stored separately and merged later. Update Gatehouse.';
  return check('warning', 'database', `${text}; ${readOnly}`, remedy);
}

function journalCheck({ journal }: StoreHealth): Check {
  const text = `${counted(journal.records, 'record')}, ${formatSize(journal.bytes)}`;
  if (journal.bytes < longJournalBytes) return check('ok', 'journal', text);
  const remedy =
    'The database has not been saved for a long time: free disk space, then reload the window.';
  return check('warning', 'journal', text, remedy);
}

function contentCheck({ conversations, outputs, chats }: StoreHealth): Check {
  const kept = `${counted(conversations, 'chat')}, ${counted(outputs, 'full output')}`;
  const text = `${kept}; ${counted(chats.files, 'file')} of ${formatSize(chats.bytes)}`;
  return check('ok', 'content', text);
}

function roomCheck(health: StoreHealth, maxBytes: number): Check {
  const { database, journal, chats, audit } = health;
  const used = database.bytes + journal.bytes + chats.bytes + audit.bytes;
  const text = `${formatSize(used)} of ${formatSize(maxBytes)}`;
  if (used < maxBytes * nearlyFull) return check('ok', 'room', text);
  const remedy =
    'The oldest outputs are deleted first. Increase gatehouse.storage.maxMegabytes, or delete chats.';
  return check('warning', 'room', text, remedy);
}

function auditCheck({ audit }: StoreHealth, verdict: Result<AuditVerdict>): Check {
  const size = `${counted(audit.entries, 'entry', 'entries')}, ${formatSize(audit.bytes)}`;
  if (!verdict.ok) {
    const isStopped = verdict.failure.category === 'cancelled';
    const text = `${size}; ${isStopped ? 'not verified: you cancelled' : verdict.failure.message}`;
    return check(isStopped ? 'warning' : 'problem', 'audit log', text);
  }
  const { findings, unsealed } = verdict.value;
  const [first] = findings;
  if (first !== undefined) {
    const more = findings.length > 1 ? ` and ${String(findings.length - 1)} more` : '';
    const action = button('Verify Audit Log', 'verifyAuditLog');
    const level = findings.some(({ kind }) => isTampering(kind) || kind === 'unsealed')
      ? 'problem'
      : 'warning';
    return check(level, 'audit log', `${size}; ${first.text}${more}`, { action });
  }
  const sealed = unsealed === 0 ? 'all sealed' : `the last ${String(unsealed)} not sealed yet`;
  return check('ok', 'audit log', `${size}, unchanged, ${sealed}`);
}

function damageChecks({ droppedBytes, setAside }: StoreHealth): readonly Check[] {
  const checks: Check[] = [];
  if (droppedBytes > 0) {
    const text = `${formatSize(droppedBytes)} of an unfinished write were cut off at this start`;
    const remedy = 'A crash or power cut causes this. No confirmed record is lost.';
    checks.push(check('warning', 'torn end', text, remedy));
  }
  if (setAside.length > 0) {
    const remedy =
      'These files could not be read and were replaced. Keep them for a bug report, or delete them.';
    checks.push(check('warning', 'set aside', setAside.join(', '), remedy));
  }
  return checks;
}

const units = [
  { ms: 86_400_000, name: 'day' },
  { ms: 3_600_000, name: 'hour' },
  { ms: 60_000, name: 'minute' },
] as const;

function agoText(ms: number): string {
  const unit = units.find((each) => ms >= each.ms);
  return unit === undefined
    ? 'less than a minute ago'
    : `${counted(Math.floor(ms / unit.ms), unit.name)} ago`;
}
