import type { RunContext } from '../contracts/calls/call';
import type { ToolResult } from '../contracts/tools/define-tool';
import { appendAuditEntry } from './append-audit';
import { outcomeOf } from './around/execute';
import type { PipelineDeps } from './runtime/deps';
import { finishOutcome } from './run-phases';
import type { CallFacts } from './call/call-facts';
import type { ClearedCall } from './call/brands';

/** A process that runs on after its call has answered. */
export interface BackgroundRun {
  readonly cleared: ClearedCall;
  readonly continues: Promise<ToolResult<unknown>>;
  /** When the call began to run, on the monotonic clock. */
  readonly since: number;
}

export interface AnsweredBackgroundRun extends BackgroundRun {
  /** From the call's own entry: who allowed it, and why. */
  readonly known: CallFacts;
  readonly context: RunContext;
}

/**
 * Records the real end of what runs on: "a command moved to the background answers
 * `exit_code_known: false` and a handle, its real end is a second audit row" (decision 38).
 * It passes the finish stages like any outcome, and reaches only the audit log: its call has
 * been answered. Settles when the row is written or its failure reported; never rejects.
 */
export async function recordBackgroundEnd(
  late: AnsweredBackgroundRun,
  deps: PipelineDeps,
): Promise<void> {
  const { cleared, known, context, since } = late;
  try {
    const ended = outcomeOf(cleared, await late.continues);
    const durationMs = deps.clock.monotonic() - since;
    const outcome = { ...(await finishOutcome(ended, deps, 'audit')), durationMs };
    const event = 'background_end';
    const written = await appendAuditEntry({ known, outcome, context, event }, deps);
    if (!written.ok) deps.report(new Error(`A background end: ${written.failure.message}`));
  } catch (error) {
    deps.report(error);
  }
}
