import type { AuditRow } from '../../../../../src/core/ports/audit-log';

export function auditRow(seq: number, more: Partial<AuditRow> = {}): AuditRow {
  return {
    seq,
    ts: '2026-01-02T03:04:05.678Z',
    session: 's1',
    tool_call_id: `c${String(seq)}`,
    tool: 'core__bash',
    call: { command: 'npm test' },
    result: 'success',
    summary: 'ok',
    trust: 'trusted',
    phase: 'executor',
    origin: 'model',
    approved_by: 'user',
    gates: [{ slot: 'permission-rules', verdict: 'ask', reason: 'no rule matches' }],
    duration_ms: 12.4,
    actor: 'person',
    tenant: '/repo',
    enforcement: 'asked',
    ...more,
  };
}
