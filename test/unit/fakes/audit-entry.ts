import type { AuditEntry } from '../../../src/core/contracts/audit/entry';

/** A well-formed entry of one call. */
export function auditEntry(toolCallId: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ts: '2026-01-02T03:04:05.000Z',
    session: 'chat',
    tool_call_id: toolCallId,
    tool: 'core__read',
    call: { path: 'src/a.ts' },
    result: 'success',
    summary: 'ok',
    trust: 'trusted',
    phase: 'executor',
    origin: 'model',
    approved_by: 'auto',
    gates: [{ slot: 'rules', verdict: 'allow', reason: 'read-only' }],
    duration_ms: 3,
    actor: 'user',
    tenant: 'local',
    enforcement: 'enforced',
    ...more,
  };
}
