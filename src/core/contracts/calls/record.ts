import type { ErrorCode, Failure } from '../failure';
import type { CallOutcome } from './outcome';

/** How a call answered, in terms of no vendor (INV-10). */
export interface ToolExecResult {
  readonly toolCallId: string;
  readonly ok: boolean;
  /** Allowlisted, redacted output; absent if there is none. */
  readonly value?: unknown;
  readonly errorCode?: ErrorCode;
  /** Redacted. */
  readonly safeMessage?: string;
}

/** A call from its start to its end, in terms of no vendor (INV-10). */
export interface ToolInvocationRecord {
  readonly toolCallId: string;
  /** Canonical id, or the name as given when no tool has it. */
  readonly name: string;
  /** As announced: redacted. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: ToolExecResult;
  readonly error: Failure | undefined;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** The provider's own payload, for observability only. Absent: decoders keep none to show or log. */
  readonly raw?: unknown;
}

export type CallTimes = Pick<ToolInvocationRecord, 'startedAt' | 'endedAt'>;

/** The record of a call that has ended. */
export function recordOf(
  outcome: CallOutcome,
  args: ToolInvocationRecord['args'],
  times: CallTimes,
): ToolInvocationRecord {
  const { toolCallId, tool: name, failure } = outcome;
  return { toolCallId, name, args, result: execResultOf(outcome), error: failure, ...times };
}

function execResultOf({ toolCallId, status, output, failure }: CallOutcome): ToolExecResult {
  return {
    toolCallId,
    ok: status === 'completed',
    ...(Object.keys(output).length > 0 && { value: output }),
    ...(failure !== undefined && {
      errorCode: failure.errorCode,
      safeMessage: failure.message,
    }),
  };
}
