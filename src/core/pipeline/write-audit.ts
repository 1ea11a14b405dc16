import type { AuditEntry } from '../contracts/audit';
import type { RunContext } from '../contracts/call';
import { failure } from '../contracts/failure';
import type { CallOutcome } from '../contracts/outcome';
import { fail, type Result } from '../contracts/result';
import type { PipelineDeps } from './deps';
import type { CallFacts } from './known';
import { order } from './order';

/** What is written of a call, or of what came of it later. */
export interface AuditRecord {
  readonly known: CallFacts;
  readonly outcome: CallOutcome;
  readonly context: RunContext;
  /** Absent for the call itself. */
  readonly event?: NonNullable<AuditEntry['event']>;
}

/** Settles when the entry is on disk (000 Tool Audit); a log that breaks its contract is a failure. */
export async function appendAuditEntry(
  recordable: AuditRecord,
  { audit, clock, report }: Pick<PipelineDeps, 'audit' | 'clock' | 'report'>,
): Promise<Result<void>> {
  try {
    const ts = new Date(clock.now()).toISOString();
    return await audit.append(order.outermost.audit({ ...recordable, ts }));
  } catch (error) {
    report(error);
    return fail(failure('execution', 'the log failed unexpectedly.'));
  }
}
