import type { CallStatus } from '../../contracts/calls/outcome';
import type { RecordedDecision } from '../../contracts/calls/decision';
import type { JsonObject } from '../../contracts/json';

/** A recorded conversation, as the `replay` provider plays it. */
export interface Recording {
  readonly title: string;
  readonly turns: readonly RecordedTurn[];
}

export interface RecordedTurn {
  /** The user's text in the recording: a suggestion, any text plays the turn. */
  readonly user: string;
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly text: string;
  readonly calls: readonly RecordedCall[];
}

export interface RecordedCall {
  /** Canonical tool id. */
  readonly tool: string;
  readonly args: JsonObject;
  readonly expect: {
    readonly status: CallStatus;
    readonly exitCode?: number | undefined;
    /** How it was decided then; the model that plays the recording does not look at it. */
    readonly decision?: RecordedDecision | undefined;
  };
}
