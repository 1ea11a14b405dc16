import { say, sequence, type Sentence } from '../../base/sentence';
import { redactText } from '../../base/redact/redact';
import { redactSentence } from '../../base/redact-sentence';
import { failure, assertNever, fail, saidOf, type Result } from '../../contracts/failure';
import type { TransactionPolicy } from '../../contracts/policy/policy';
import type { CallPaths } from '../../contracts/calls/call-paths';
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
 * fails, as configured (000-transaction-1). Opt-in, and again for typed commands (decision 51). A
 * transactional command never moves to the background: the hard limit ends it, then it is rolled
 * back (decision 38). Of a foreign tool's call, the files that its arguments name are always copied,
 * and nothing is rolled back (003-mcp-5).
 */
export const transaction: AroundStage = async (call, running, next, deps) => {
  const { transaction: policy } = call.valid.bound.policy.shell;
  const isForeign = namesFiles(running.paths);
  if (!isForeign && !isTransactional(call, running)) return next(running);
  const taken = await takeSnapshot(call, running, deps);
  if (!taken.ok) {
    const { failure: failed } = taken;
    const isRequired = policy.snapshotRequired && !isForeign;
    if (isRequired || isAborted(running.stop)) return failedOutcome(call, failed);
    const warning = say`This call cannot be undone. ${saidOf(failed)}`;
    return withTransaction(await next(running), { warnings: [redactSentence(warning)] });
  }
  const { value: snapshot } = taken;
  if (snapshot === undefined) return next(running);
  const outcome = await runToItsEnd(snapshot, () => next({ ...running, mayContinue: false }));
  const isFailed = !isForeign && isToBeRolledBack(outcome, policy);
  const rollBack = isFailed && !isAborted(running.stop);
  if (rollBack) running.mustFinish();
  return withSnapshotEnd(outcome, await snapshot.ended({ rollBack }));
};

function isTransactional({ valid: { bound } }: ClearedCall, { reading }: RunningCall): boolean {
  const { enabled, typed } = bound.policy.shell.transaction;
  const isFor = enabled && (typed || bound.raw.origin !== 'user');
  return isFor && reading !== undefined && mayWrite(reading);
}

/** True if the arguments of a foreign tool name something that it may change. */
export function namesFiles({ mentioned = [] }: CallPaths): boolean {
  return mentioned.some(({ resolved: place }) => place.ok);
}

/** By the syntax tree, never by substrings; a command that was not fully parsed counts too. */
function mayWrite({ state, doubts, parts }: ShellAnalysis): boolean {
  return state !== 'read' || doubts.length > 0 || parts.some(({ writes }) => writes);
}

async function takeSnapshot(
  { valid: { bound } }: ClearedCall,
  { sessionId, paths, reading, stop: { signal } }: RunningCall,
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
      return withTransaction(outcome, { warnings: end.notes.map(redactSentence) });
    case 'withheld':
      return withTransaction(outcome, {
        warnings: [end.message, ...end.notes].map(redactSentence),
      });
    case 'rolled-back': {
      const warning = say`The command failed, so all its changes were undone. ${rollbackText(end)}`;
      const rollback = redactReport(end.report);
      return withTransaction(outcome, { rollback, warnings: [warning] });
    }
    case 'failed': {
      if (!end.isHard) return withTransaction(outcome, { warnings: [redactSentence(end.message)] });
      return withTransaction(outcome, { warnings: [] }, hardError(end.message));
    }
    default:
      return assertNever(end);
  }
}

/** Some files were restored and some were not (000-transaction-3). */
function hardError(message: Sentence) {
  return failure('execution', message, {
    suggestion: 'Stop and ask the user to check the files: some are restored and some are not.',
  });
}

/** How many names of each list are shown; the report has them all. */
const maxNamed = 20;

/** Result of a rollback for the model and the user, with credentials in names redacted. */
export function rollbackText({ report: { restored, removed }, notes }: RolledBack): Sentence {
  const [first, ...others] = [
    ...(restored.length === 0 ? [] : [say`Restored: ${namesOf(restored)}.`]),
    ...(removed.length === 0 ? [] : [say`Removed: ${namesOf(removed)}.`]),
    ...notes,
  ];
  const none = say`There was nothing to undo.`;
  return redactSentence(first === undefined ? none : sequence([first, ...others]));
}

/** A report that may leave the pipeline. */
export function redactReport({ restored, removed }: RollbackReport): RollbackReport {
  const clean = (paths: readonly string[]): string[] => paths.map((path) => redactText(path).text);
  return { restored: clean(restored), removed: clean(removed) };
}

function namesOf(paths: readonly string[]): Sentence | string {
  const more = paths.length - maxNamed;
  const named = paths.slice(0, maxNamed).join(', ');
  return more > 0 ? say`${named} and ${more} more` : named;
}
