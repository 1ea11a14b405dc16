import { isAborted } from '../../base/async';
import type { Sentence } from '../../base/sentence';
import type { Outcome } from '../call/brands';
import { withLaterEnd, withTransaction } from './execute';
import type { AroundStage } from './layer';
import { namesFiles } from './transaction';

/**
 * Compares the protected files of the workspace before and after each command and each call of a
 * foreign tool that names a file, whatever the tables say about it; the card names first what has
 * changed, and Undo restores it (decision protected-files). Of a command in the background, the rest
 * is compared when it ends.
 */
export const protectedFiles: AroundStage = async (call, running, next, { store }) => {
  const { reading, paths } = running;
  if (reading === undefined && !namesFiles(paths)) return next(running);
  const { raw, policy } = call.valid.bound;
  const by = { sessionId: running.sessionId, toolCallId: raw.toolCallId };
  const watch = await store.protectedFiles.watch(by, policy.protectedFiles);
  try {
    const outcome = await next(running);
    if (outcome.continues !== undefined) {
      const looked = withChanges(outcome, await watch.look());
      return withLaterEnd(looked, () => watch.end({ late: true }));
    }
    // Nothing more is shown on the card of a call that was stopped.
    return withChanges(outcome, await watch.end({ late: isAborted(running.stop) }));
  } catch (error) {
    await watch.end({ late: true });
    throw error;
  }
};

function withChanges(outcome: Outcome, changes: readonly Sentence[]): Outcome {
  if (changes.length === 0) return outcome;
  const { transaction } = outcome;
  const warnings = [...changes, ...(transaction?.warnings ?? [])];
  return withTransaction(outcome, { ...transaction, warnings });
}
