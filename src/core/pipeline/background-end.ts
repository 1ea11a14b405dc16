import type { RunContext } from '../contracts/calls/call';
import type { ToolResult } from '../contracts/tools/define-tool';
import { appendAuditEntry } from './append-audit';
import { outcomeOf } from './around/execute';
import type { PipelineDeps } from './runtime/deps';
import { finishOutcome } from './run-phases';
import type { CallFacts } from './call/call-facts';
import type { ClearedCall } from './call/brands';

/** A process that continues after its call was answered. */
export interface BackgroundRun {
  readonly cleared: ClearedCall;
  readonly continues: Promise<ToolResult<unknown>>;
  /** When the call began to run, on the monotonic clock. */
  readonly since: number;
}

export interface AnsweredBackgroundRun extends BackgroundRun {
  /** Facts of the call's own entry: who allowed it, and why. */
  readonly known: CallFacts;
  readonly context: RunContext;
}

/**
 * Records the end of a background command: "a command moved to the background answers
 * `exit_code_known: false` and a handle, its real end is a second audit row" (decision 38). Its
 * outcome passes the finish stages like any other and reaches only the audit log, since the call
 * was already answered. Resolves when the entry is written or its failure reported; never rejects.
 */
export async function recordBackgroundEnd(
  late: AnsweredBackgroundRun,
  deps: PipelineDeps,
): Promise<void> {
  const { cleared, known, context, since } = late;
  try {
    const ended = outcomeOf(cleared, await late.continues);
    const durationMs = deps.system.clock.monotonic() - since;
    const outcome = { ...(await finishOutcome(ended, deps, 'audit')), durationMs };
    const event = 'background_end';
    const written = await appendAuditEntry({ known, outcome, context, event }, deps);
    if (!written.ok) {
      deps.report(
        new Error(`The end of a background command was not recorded: ${written.failure.message}`),
      );
    }
  } catch (error) {
    deps.report(error);
  }
}
