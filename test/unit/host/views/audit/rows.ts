import type { AuditRow } from '../../../../../src/core/ports/audit-log';
import { auditEntry } from '../../../fakes/audit-entry';

/** A row of the log as its query answers it. */
export function auditRow(seq: number, more: Partial<AuditRow> = {}): AuditRow {
  return {
    ...auditEntry(`c${String(seq)}`, {
      ts: '2026-01-02T03:04:05.678Z',
      tool: 'core__bash',
      call: { command: 'npm test' },
      approved_by: 'user',
      gates: [{ slot: 'permission-rules', verdict: 'ask', reason: 'no rule matches' }],
      duration_ms: 12.4,
    }),
    writer: 'main',
    seq,
    prev: '0'.repeat(64),
    row: `main:${String(seq)}`,
    ...more,
  };
}
