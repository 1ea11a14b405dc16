import type { OutputFields, BoundTool } from '../contracts/bound-tool';
import type { RawCall } from '../contracts/call';
import type { ApprovedBy, GateTrace } from '../contracts/decision';
import type { Failure } from '../contracts/failure';
import type { CallOutcome } from '../contracts/outcome';

/** What is known of a call so far; grows as it passes the stages. For announce and audit. */
export interface Known {
  readonly raw: RawCall;
  readonly tool?: BoundTool;
  /** Parsed and redacted arguments. */
  readonly args: OutputFields;
  readonly title: string;
  /** Absolute paths the call names. */
  readonly paths: readonly string[];
  readonly trace: readonly GateTrace[];
  readonly approvedBy: ApprovedBy;
}

/** A call that ends before it runs. */
export interface Refusal {
  readonly failure: Failure;
  readonly editedArgs?: string;
}

/** The outcome of a call that did not run. Carries no output, hence nothing to redact. */
export function refusedOutcome(known: Known, refusal: Refusal, text: string): CallOutcome {
  return {
    toolCallId: known.raw.toolCallId,
    tool: known.tool?.id ?? known.raw.tool,
    kind: known.tool?.kind ?? 'other',
    effect: known.tool?.effect,
    status: refusal.failure.errorCode === 'cancelled' ? 'cancelled' : 'failed',
    text,
    output: {},
    exhibit: { diffs: [], locations: [] },
    failure: refusal.failure,
    decision: { verdict: 'deny', approvedBy: known.approvedBy, trace: known.trace },
    durationMs: 0,
    warnings: [],
    ...(refusal.editedArgs === undefined ? {} : { editedArgs: refusal.editedArgs }),
  };
}
