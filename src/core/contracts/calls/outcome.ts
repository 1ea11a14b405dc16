import type { Sentence } from '../../base/sentence';
import type { Decision } from './decision';
import type { ToolEffect, ToolKind } from '../tool-spec';
import type { Failure } from '../failure';
import type { FilterStats } from '../filter-rule';
import type { CallOrigin } from './call';
import type { WebAddress } from './web-address';

/** A file change as ACP's `diff` content; `path` is absolute. */
export interface FileDiff {
  readonly path: string;
  /** null for a new file. */
  readonly oldText: string | null;
  readonly newText: string;
  /** Set where the texts do not show it: a deleted file has an empty new text. */
  readonly change?: 'deleted' | 'moved';
  /** Absolute path of a moved file before the move. */
  readonly from?: string;
  /** Lines of the texts that are no content of the file, such as how many lines are not shown. */
  readonly said?: readonly Sentence[];
}

/** A place the call touched, as ACP's `locations`; `line` is 1-based. */
export interface Location {
  readonly path: string;
  readonly line?: number;
}

export interface Presentation {
  readonly diffs: readonly FileDiff[];
  readonly locations: readonly Location[];
  readonly terminalId?: string;
  readonly exitCode?: number;
  readonly truncated?: boolean;
  /** Handle of the command that continues in the background. */
  readonly background?: string;
  readonly web?: ShownVisit;
}

/** A visit of a web page, also of one that failed. No URL holds credentials. */
export interface ShownVisit {
  readonly url: string;
  /** Of the last request, when redirects led elsewhere. */
  readonly finalUrl?: string;
  readonly title?: string;
  readonly status?: number;
  /** Decompressed bytes that were read. */
  readonly bytes?: number;
  readonly mediaType?: string;
  /** What the model did not get: bytes that were not read, characters that were left out. */
  readonly cut?: { readonly bytes?: number; readonly characters?: number };
  /** Invisible characters that were removed of its text. */
  readonly removed?: number;
  /** Its name of a charset that is not known: it was read as UTF-8. */
  readonly unknownCharset?: string;
  /** What it is, if it is no text and was not decoded: `PDF document`. */
  readonly undecoded?: string;
  /** Addresses that were dialled, in order. */
  readonly addresses: readonly string[];
  readonly redirects: readonly string[];
  /** The check that refused it. */
  readonly refusedBy?: string;
  /** ISO 8601, UTC. */
  readonly fetchedAt: string;
}

export type CallStatus = 'completed' | 'failed' | 'cancelled';

export const answersAhead = ['allowed', 'denied'] as const;
/** What the user said to a call that waits for its turn. */
export type AnswerAhead = (typeof answersAhead)[number];

/** A finished call, redacted and bounded: all that leaves the pipeline. */
export interface CallOutcome {
  readonly toolCallId: string;
  readonly tool: string;
  readonly kind: ToolKind;
  readonly effect: ToolEffect | undefined;
  readonly status: CallStatus;
  /** What the model reads: a summary, or a `[tool_error]` block. */
  readonly text: string;
  /** Allowlisted, redacted output fields; for panel and audit. */
  readonly output: Readonly<Record<string, unknown>>;
  readonly presentation: Presentation;
  readonly failure?: Failure;
  readonly decision: Decision;
  readonly durationMs: number;
  /** Number of attempts, when more than one (003-retry-1). */
  readonly attempts?: number;
  /** Set if the full text is in the overflow store. */
  readonly overflowId?: string;
  /** Set if output filters shortened `text`; the whole is in `output`. */
  readonly filter?: FilterStats;
  /** Id of the earlier call whose output `text` refers to instead of repeating it. */
  readonly repeats?: string;
  readonly warnings: readonly Sentence[];
  /** Of a check after a turn: the problems that its changes brought, one a line. */
  readonly newProblems?: readonly string[];
  /** Set if the user chose "Edit…": the call to run in place of this one. */
  readonly edited?: EditedCall;
  /** Set if the command's changes were rolled back before it returned. */
  readonly rollback?: RollbackReport;
}

/** What a rollback did (000-transaction-6); paths relative to the workspace. */
export interface RollbackReport {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
}

export interface EditedCall {
  readonly args: string;
  /** Single-use approval, bound to these arguments (decision 19); absent if they are invalid. */
  readonly token?: string;
}

/** Exactly one `start` and one `end` per call; the others come between. */
export type CallEvent =
  | {
      readonly type: 'start';
      readonly toolCallId: string;
      /** Canonical id, or the name as given when no tool has it. */
      readonly tool: string;
      readonly title: string;
      /** True if the title is only the name of the tool. */
      readonly namesTool: boolean;
      readonly kind: ToolKind;
      readonly origin: CallOrigin;
      readonly args: Readonly<Record<string, unknown>>;
      readonly locations: readonly Location[];
      /** The addresses that it asks. */
      readonly addresses?: readonly WebAddress[];
      /** asking: waits for the user; running: executes; refused: the end follows at once. */
      readonly state: 'asking' | 'running' | 'refused';
    }
  /** The user has answered before the turn of the call (decision 20); what it does is yet to come. */
  | { readonly type: 'answered'; readonly toolCallId: string; readonly answer: AnswerAhead }
  | { readonly type: 'running'; readonly toolCallId: string }
  /** Text of `progress.append` is already redacted. */
  | { readonly type: 'progress'; readonly toolCallId: string; readonly progress: ToolProgress }
  | { readonly type: 'end'; readonly toolCallId: string; readonly outcome: CallOutcome };

export interface ToolProgress {
  /** Newest text to append to the live tail. */
  readonly append?: string;
  readonly terminalId?: string;
  readonly waitsForInput?: boolean;
  /** Set by the pipeline while the call waits for a retry (003-retry-4); null after. */
  readonly retry?: { readonly attempt: number; readonly of: number } | null;
}
