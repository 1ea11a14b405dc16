import { say } from '../../base/sentence';
import { redactText } from '../../base/redact/redact';
import { failure, assertNever, fail, type Result } from '../../contracts/failure';
import type { TransactionPolicy } from '../../contracts/policy/policy';
import type { ShellAnalysis } from '../../contracts/calls/shell-analysis';
import type { Snapshot, SnapshotEnd, RolledBack } from '../../ports/snapshots';
import type { PipelineDeps } from '../runtime/deps';
import type { ClearedCall, Outcome } from '../call/brands';
import type { AroundStage, RunningCall } from './layer';
import { failedOutcome, withTransaction } from './execute';
import type { RollbackReport } from '../../contracts/calls/outcome';
import { isAborted } from '../../base/async';

/**
 * Takes a snapshot of what a command may change before it runs, and rolls its changes back if it
 * fails, as configured (000-transaction-1). Opt-in, and again for typed commands (decision 51). A transactional command never moves to the
 * background: the hard limit ends it, then it is rolled back (decision 38).
 */
export const transaction: AroundStage = async (call, running, next, deps) => {
  const { transaction: policy } = call.valid.bound.policy.shell;
  const { reading } = running;
  const isFor = policy.enabled && (policy.typed || call.valid.bound.raw.origin !== 'user');
  if (!isFor || reading === undefined || !mayWrite(reading)) return next(running);
  const taken = await takeSnapshot(call, running, reading, deps);
  if (!taken.ok) {
    const { failure: failed } = taken;
    if (policy.snapshotRequired || isAborted(running.stop)) return failedOutcome(call, failed);
    const warning = `This command cannot be undone. ${failed.message}`;
    return withTransaction(await next(running), { warnings: [clean(warning)] });
  }
  const { value: snapshot } = taken;
  if (snapshot === undefined) return next(running);
  const outcome = await runToItsEnd(snapshot, () => next({ ...running, mayContinue: false }));
  const rollBack = isToBeRolledBack(outcome, policy) && !isAborted(running.stop);
  if (rollBack) running.mustFinish();
  return withSnapshotEnd(outcome, await snapshot.ended({ rollBack }));
};

/** By the syntax tree, never by substrings; a command that was not fully parsed counts too. */
function mayWrite({ state, doubts, parts }: ShellAnalysis): boolean {
  return state !== 'read' || doubts.length > 0 || parts.some(({ writes }) => writes);
}

async function takeSnapshot(
  { valid: { bound } }: ClearedCall,
  { sessionId, paths, stop: { signal } }: RunningCall,
  reading: ShellAnalysis,
  { store, report }: PipelineDeps,
): Promise<Result<Snapshot | undefined>> {
  const limits = bound.policy.shell.transaction;
  const by = { sessionId, toolCallId: bound.raw.toolCallId };
  try {
    return await store.snapshots.take({ by, reading, paths, limits, signal });
  } catch (error) {
    report(error);
    return fail(failure('snapshot_failed', say`The files it may change could not be copied.`));
  }
}

/** A tool that throws may still have changed files. */
async function runToItsEnd(snapshot: Snapshot, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    await snapshot.ended({ rollBack: false });
    throw error;
  }
}

/** Neither an unknown exit code nor a stop by the user rolls anything back. */
function isToBeRolledBack(outcome: Outcome, policy: TransactionPolicy): boolean {
  if (!policy.autoRollback) return false;
  if (outcome.failure?.errorCode === 'timeout') return true;
  const exitCode = exitCodeOf(outcome);
  const isCancelled = outcome.failure?.errorCode === 'cancelled';
  return !isCancelled && exitCode !== undefined && policy.exitCodes.includes(exitCode);
}

function exitCodeOf({ cleared, value }: Outcome): number | undefined {
  const { tool } = cleared.valid.bound;
  const fields = tool.validateOutput(value);
  return fields.ok ? tool.present(fields.value).exitCode : undefined;
}

/** The outcome with the result of its snapshot, for model, card and audit. */
function withSnapshotEnd(outcome: Outcome, end: SnapshotEnd): Outcome {
  switch (end.state) {
    case 'unchanged':
      return outcome;
    case 'kept':
      return withTransaction(outcome, { warnings: end.notes.map(clean) });
    case 'withheld': {
      const warning = `The command's changes were not undone, because ${end.reason}. The user can undo them in the panel.`;
      return withTransaction(outcome, { warnings: [warning, ...end.notes].map(clean) });
    }
    case 'rolled-back': {
      const warning = `The command failed, so all its changes were undone. ${rollbackText(end)}`;
      const rollback = redactReport(end.report);
      return withTransaction(outcome, { rollback, warnings: [warning] });
    }
    case 'failed': {
      if (!end.isHard) return withTransaction(outcome, { warnings: [clean(end.message)] });
      return withTransaction(outcome, { warnings: [] }, hardError(end.message));
    }
    default:
      return assertNever(end);
  }
}

/** Some files were restored and some were not (000-transaction-3). */
function hardError(message: string) {
  return failure('execution', message, {
    suggestion: 'Stop and ask the user to check the files: some are restored and some are not.',
  });
}

function clean(text: string): string {
  return redactText(text).text;
}

/** How many names of each list are shown; the report has them all. */
const maxNamed = 20;

/** Result of a rollback for the model and the user, with credentials in names redacted. */
export function rollbackText({ report, notes }: RolledBack): string {
  const lists = [listOf('Restored', report.restored), listOf('Removed', report.removed)];
  const sentences = [...lists.flatMap((list) => list ?? []), ...notes];
  return redactText(sentences.length === 0 ? 'There was nothing to undo.' : sentences.join(' '))
    .text;
}

/** A report that may leave the pipeline. */
export function redactReport({ restored, removed }: RollbackReport): RollbackReport {
  const clean = (paths: readonly string[]): string[] => paths.map((path) => redactText(path).text);
  return { restored: clean(restored), removed: clean(removed) };
}

function listOf(title: string, paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const more = paths.length - maxNamed;
  const rest = more > 0 ? ` and ${String(more)} more` : '';
  return `${title}: ${paths.slice(0, maxNamed).join(', ')}${rest}.`;
}
