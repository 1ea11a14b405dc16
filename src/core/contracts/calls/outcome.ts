import type { Decision } from './decision';
import type { ToolEffect, ToolKind } from '../tool-spec';
import type { Failure } from '../failure';
import type { FilterStats } from '../filter';
import type { CallOrigin } from './call';

/** A file change as ACP's `diff` content; `path` is absolute. */
export interface FileDiff {
  readonly path: string;
  /** null for a new file. */
  readonly oldText: string | null;
  readonly newText: string;
  /** Set where the texts do not tell: a deleted file has an empty new text. */
  readonly change?: 'deleted' | 'moved';
  /** Absolute path before, of a file that was moved. */
  readonly from?: string;
}

/** A place the call touched, as ACP's `locations`; `line` is 1-based. */
export interface Location {
  readonly path: string;
  readonly line?: number;
}

/** What a card may show beside text. */
export interface Presentation {
  readonly diffs: readonly FileDiff[];
  readonly locations: readonly Location[];
  readonly terminalId?: string;
  readonly exitCode?: number;
  readonly truncated?: boolean;
  /** Handle of the command that runs on in the background. */
  readonly background?: string;
}

export type CallStatus = 'completed' | 'failed' | 'cancelled';

/** A finished call, redacted and bounded: the only thing that leaves the pipeline. */
export interface CallOutcome {
  readonly toolCallId: string;
  /** Canonical id, or the name as given when no tool has it. */
  readonly tool: string;
  readonly kind: ToolKind;
  readonly effect: ToolEffect | undefined;
  readonly status: CallStatus;
  /** What the model reads: summary, or a `[tool_error]` block. */
  readonly text: string;
  /** Allowlisted, redacted output fields; for panel and audit. */
  readonly output: Readonly<Record<string, unknown>>;
  readonly presentation: Presentation;
  readonly failure?: Failure;
  readonly decision: Decision;
  readonly durationMs: number;
  /** How often it was tried, when more than once (003-retry-1). */
  readonly attempts?: number;
  /** Set when the full text went to the overflow store. */
  readonly overflowId?: string;
  /** Set when output filters have shortened `text`; the whole is in `output`. */
  readonly filter?: FilterStats;
  /** Id of the earlier call whose output `text` names instead of repeating it. */
  readonly repeats?: string;
  readonly warnings: readonly string[];
  /** Set when the person chose "Edit…": to run as a new call in place of this one. */
  readonly edited?: EditedCall;
  /** Set when the command's changes were rolled back before it answered. */
  readonly rollback?: RollbackReport;
  /** True while a snapshot is kept from which the command can be rolled back. */
  readonly canRollBack?: boolean;
}

/** What a rollback did (000-transaction-6); paths relative to the workspace. */
export interface RollbackReport {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
}

/** Arguments the person wrote in place of the model's. */
export interface EditedCall {
  /** JSON text. */
  readonly args: string;
  /** Single-use approval, bound to these arguments (decision 19); none when they are not valid. */
  readonly token?: string;
}

/**
 * The life of one call as the pipeline announces it: exactly one `start` and exactly one `end`
 * per call, whatever happens; `asking`, `running` and `progress` lie between.
 */
export type CallEvent =
  | {
      readonly type: 'start';
      readonly toolCallId: string;
      /** Canonical id, or the name as given when no tool has it. */
      readonly tool: string;
      readonly title: string;
      readonly kind: ToolKind;
      readonly origin: CallOrigin;
      /** Redacted arguments. */
      readonly args: Readonly<Record<string, unknown>>;
      readonly locations: readonly Location[];
      /** asking: waits for the person; running: executes; refused: the end follows at once. */
      readonly state: 'asking' | 'running' | 'refused';
    }
  | { readonly type: 'running'; readonly toolCallId: string }
  /** Text of `progress.append` is already redacted. */
  | { readonly type: 'progress'; readonly toolCallId: string; readonly progress: ToolProgress }
  | { readonly type: 'end'; readonly toolCallId: string; readonly outcome: CallOutcome };

export interface ToolProgress {
  /** Newest text to append to the live tail. */
  readonly append?: string;
  readonly terminalId?: string;
  /** True while what runs waits for input; false when it goes on. */
  readonly waitsForInput?: boolean;
  /** Set by the pipeline while the call waits to be tried again (003-retry-4); null after. */
  readonly retry?: { readonly attempt: number; readonly of: number } | null;
}
