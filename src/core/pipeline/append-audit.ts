import { undecided, type AuditEntry } from '../contracts/audit/entry';
import type { RunContext } from '../contracts/calls/call';
import { failure, fail, type Result } from '../contracts/failure';
import type { CallOutcome } from '../contracts/calls/outcome';
import type { PipelineDeps } from './runtime/deps';
import { type CallFacts, shownName } from './call/call-facts';
import { order } from './order';
import type { InterruptedCall } from '../ports/runner';
import { boundedArgs } from './stages/audit';

/** Entry for a call, or for a later event of it. */
export interface AuditRecord {
  readonly known: CallFacts;
  readonly outcome: CallOutcome;
  readonly context: RunContext;
  /** Absent for the call itself. */
  readonly event?: NonNullable<AuditEntry['event']>;
}

/** Resolves when the entry is on disk (000-audit-2); a log that throws counts as a failure. */
export function appendAuditEntry(recordable: AuditRecord, deps: AuditDeps): Promise<Result<void>> {
  return append((ts) => order.outermost.audit({ ...recordable, ts }), deps);
}

type AuditDeps = Pick<PipelineDeps, 'store' | 'system' | 'report'>;

async function append(
  makeEntry: (ts: string) => AuditEntry,
  { store, system, report }: AuditDeps,
): Promise<Result<void>> {
  try {
    return await store.audit.append(makeEntry(new Date(system.clock.now()).toISOString()));
  } catch (error) {
    report(error);
    return fail(failure('execution', 'the log failed unexpectedly.'));
  }
}

/**
 * Records a call that a crash interrupted (000-audit-1: every call): it was announced, but the
 * window ended before its own entry was written. What was decided about it is lost. Resolves when
 * the entry is on disk; a log that throws counts as a failure.
 */
export function recordInterrupted(
  call: InterruptedCall,
  context: RunContext,
  deps: PipelineDeps,
): Promise<Result<void>> {
  const entry = {
    session: context.sessionId,
    tool_call_id: call.toolCallId,
    tool: shownName(call.tool),
    call: boundedArgs(call.args),
    event: 'interrupted',
    result: 'cancelled',
    summary: 'The window ended while this call ran. It may have had effects.',
    ...undecided(),
    // A shell call always has an exit code (000-envelope-1): -1 if unknown.
    ...(deps.tools.find(call.tool)?.kind === 'execute' ? { exit_code: -1 } : {}),
    error_code: 'cancelled',
    error_category: 'cancelled',
    duration_ms: 0,
    actor: context.actorId,
    tenant: context.tenantId,
  } as const;
  return append((ts) => ({ ts, ...entry }), deps);
}
