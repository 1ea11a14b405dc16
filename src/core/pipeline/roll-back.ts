import { redactText } from '../base/redact/redact';
import { failure, type Failure, fail, succeed, type Result } from '../contracts/failure';
import type { CallOutcome } from '../contracts/calls/outcome';
import type { ConfirmRollback, RollbackAnswer, RollbackDone, RolledBack } from '../ports/snapshots';
import { appendAuditEntry } from './append-audit';
import type { PipelineDeps } from './runtime/deps';
import type { RetainedSnapshot, RollbackCall } from './runtime/retained-snapshots';
import { factsOfCleared } from './call/call-facts';
import { redactReport, rollbackText } from './around/transaction';

/**
 * Rolls a command back on the user's request (000-transaction-8). Does nothing before the user
 * confirms, and returns nothing before the audit entry is on disk.
 */
export async function rollBack(
  asked: RollbackCall,
  confirm: ConfirmRollback,
  deps: PipelineDeps,
): Promise<Result<RolledBack>> {
  const kept = deps.state.retainedSnapshots.find(asked);
  if (kept === undefined) return fail(notKept());
  const since = deps.system.clock.monotonic();
  const answer = await answerOf(kept, confirm, deps);
  if (answer.state === 'declined') return fail(declined());
  const isOver = answer.state === 'rolled-back' || answer.isHard;
  if (isOver) deps.state.retainedSnapshots.rolledBack(asked);
  const outcome = { ...outcomeOf(kept, answer), durationMs: deps.system.clock.monotonic() - since };
  const written = await record(kept, outcome, deps);
  if (!written.ok) return fail(notRecorded(written.failure, outcome));
  if (answer.state === 'failed') return fail(outcome.failure ?? failureOf(answer.message));
  return succeed({ report: redactReport(answer.report), notes: answer.notes });
}

async function answerOf(
  { snapshot }: RetainedSnapshot,
  confirm: ConfirmRollback,
  { report }: PipelineDeps,
): Promise<RollbackAnswer> {
  try {
    return await snapshot.rollBack(confirm);
  } catch (error) {
    report(error);
    const message = 'The rollback stopped unexpectedly; see the Gatehouse log.';
    return { state: 'failed', message, isHard: false, report: { restored: [], removed: [] } };
  }
}

/** Audit entry of a rollback: for the same call, by the user. */
function outcomeOf({ call }: RetainedSnapshot, done: RollbackDone): CallOutcome {
  const { raw, tool } = call.valid.bound;
  const base = {
    toolCallId: raw.toolCallId,
    tool: tool.id,
    kind: tool.kind,
    effect: call.valid.prepared.effect,
    output: {},
    presentation: { diffs: [], locations: [] },
    decision: { ...call.decision, approvedBy: 'user', trace: [] },
    durationMs: 0,
  } as const;
  if (done.state === 'failed') {
    const failed = failureOf(done.message);
    return { ...base, status: 'failed', text: failed.message, failure: failed, warnings: [] };
  }
  const rollback = redactReport(done.report);
  const { notes } = done;
  return { ...base, status: 'completed', text: rollbackText(done), rollback, warnings: notes };
}

function record({ call }: RetainedSnapshot, outcome: CallOutcome, deps: PipelineDeps) {
  const known = factsOfCleared(call);
  const byPerson = { ...known, raw: { ...known.raw, origin: 'user' as const } };
  const { context } = call.valid.bound;
  return appendAuditEntry({ known: byPerson, outcome, context, event: 'rollback' }, deps);
}

function failureOf(message: string): Failure {
  return failure('execution', redactText(message).text, {
    suggestion: 'Check the named files; version control may help.',
  });
}

function notKept(): Failure {
  return failure('unavailable', 'The snapshot of this command is no longer kept.', {
    category: 'permanent_failure',
    suggestion: 'Undo the change by hand or with version control.',
  });
}

function declined(): Failure {
  return failure('cancelled', 'Nothing was undone.');
}

function notRecorded(failed: Failure, { text }: CallOutcome): Failure {
  return failure(
    'execution',
    `The audit log could not be written (${failed.message}). This was done anyway: ${text}`,
  );
}
