import type { AuditEntry } from '../contracts/audit';
import type { RunContext } from '../contracts/call';
import { failure } from '../contracts/failure';
import { fail, type Result } from '../contracts/result';
import type { InterruptedCall } from '../ports/runner';
import { boundedArgs } from './bounded-args';
import type { PipelineDeps } from './deps';
import { shownName } from './known';

const unknown = 'unknown';

/**
 * The row of a call that a crash cut short (000 Tool Audit: every call): it was announced, and its
 * window ended before the row of the call itself. What was decided of it ended with that window.
 * Settles when the row is on disk; a log that breaks its contract is a failure.
 */
export async function recordInterrupted(
  call: InterruptedCall,
  context: RunContext,
  { audit, clock, report, index }: PipelineDeps,
): Promise<Result<void>> {
  const entry: AuditEntry = {
    ts: new Date(clock.now()).toISOString(),
    session: context.sessionId,
    tool_call_id: call.toolCallId,
    tool: shownName(call.tool),
    call: boundedArgs(call.args),
    event: 'interrupted',
    result: 'cancelled',
    summary: 'The window ended while this call ran. It may have had effects.',
    trust: unknown,
    phase: unknown,
    origin: unknown,
    approved_by: unknown,
    gates: [],
    // "never None for shell calls" (000): unknown is -1.
    ...(index.get(call.tool)?.kind === 'execute' ? { exit_code: -1 } : {}),
    error_code: 'cancelled',
    error_category: 'cancelled',
    duration_ms: 0,
    actor: context.actorId,
    tenant: context.tenantId,
    enforcement: 'enforced',
  };
  try {
    return await audit.append(entry);
  } catch (error) {
    report(error);
    return fail(failure('execution', 'The log failed unexpectedly.'));
  }
}
