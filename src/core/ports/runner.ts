import type { CallEvent } from '../contracts/call-event';
import type { RawCall, RunContext } from '../contracts/call';
import type { CallOutcome } from '../contracts/outcome';
import type { ToolSpec } from '../contracts/tool-spec';
import type { Approver } from './approver';

/** The one way to run a tool (001 inv. 1, 31). Implemented by `core/pipeline`. */
export interface Runner {
  /**
   * Runs one call through the whole pipeline. Never rejects: every call is answered by exactly one
   * outcome, after its audit entry is on disk.
   */
  run(call: RawCall, options: RunOptions): Promise<CallOutcome>;
  /** The tools this run may see, sorted by name (001 inv. 18). */
  catalog(): readonly ToolSpec[];
}

export interface RunOptions {
  readonly context: RunContext;
  readonly approver: Approver;
  readonly onEvent: (event: CallEvent) => void;
  readonly signal: AbortSignal;
}
