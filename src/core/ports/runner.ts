import type { Sentence } from '../base/sentence';
import type { CallEvent, CallOutcome, FileDiff } from '../contracts/calls/outcome';
import type { RawCall, RunContext } from '../contracts/calls/call';
import type { Result } from '../contracts/failure';
import type { SessionSnapshot } from '../contracts/chats/session-snapshot';
import type {
  ToolEffect,
  ToolKind,
  ToolProvenance,
  ToolSpec,
  ToolTrait,
} from '../contracts/tool-spec';
import type { ApprovalMeta } from '../contracts/chats/acp';

/** The one way to run a tool (INV-01, INV-31). Implemented by `core/pipeline`. */
export interface Runner {
  /** Never rejects: every call has exactly one outcome, after its audit entry is on disk. */
  run(call: RawCall, options: CallOptions): Promise<CallOutcome>;
  /** As `run`, but what would ask is cleared by a single-use approval (decision 19). */
  runConfirmed(call: RawCall, token: string, options: CallOptions): Promise<CallOutcome>;
  /**
   * What a call would ask the user now; undefined if it would not ask. Runs, asks and records nothing,
   * and an answer to it clears nothing: `run` asks by itself.
   */
  questionOf(call: RawCall, options: QuestionOptions): Promise<ApprovalRequest | undefined>;
  /** The tools a run may see, sorted by name (INV-18, INV-23). */
  catalog(context?: Pick<RunContext, 'sessionId' | 'allowedToolIds'>): readonly ToolSpec[];
  /** What a call would do, by its arguments; undefined if its tool or arguments are unknown. */
  effectOf(call: Pick<RawCall, 'tool' | 'args'>): ToolEffect | undefined;
  /** Canonical ids of the tools with a trait, whatever the policy. */
  toolsWith(trait: ToolTrait): readonly string[];
  /** A session's state as plain data (W18, W26; decision 44). */
  snapshot(sessionId: string): SessionSnapshot;
  /** Back from plain data. `forkOf`: the session whose quota it has spent too (decision 57). */
  restore(sessionId: string, snapshot: unknown, forkOf?: string): Result<void>;
  /** Call for each message of the user to the model: gates may read the last one. */
  setUserMessage(sessionId: string, text: string): void;
  /** Call for what the model reads and no call has read; `label` is empty where it is not known. */
  noteRead(sessionId: string, provenance: ToolProvenance, label: string): void;
  /** Forgets what only these calls have shown: a change then needs a new read (decision 44). */
  forgetSeen(sessionId: string, toolCallIds: readonly string[]): void;
  /** For a call that a crash left without an entry (000-audit-1). Resolves when it is on disk. */
  recordInterrupted(call: AnnouncedCall, context: RunContext): Promise<Result<void>>;
  /** Forgets a session's state, counters and approvals (/clear, end of the chat; W20). */
  reset(sessionId: string): void;
}

/** A call of an earlier turn or window, as it was announced. */
export interface AnnouncedCall {
  readonly toolCallId: string;
  /** Canonical id. */
  readonly tool: string;
  /** Redacted, as announced. */
  readonly args: Readonly<Record<string, unknown>>;
}

export type QuestionOptions = Pick<CallOptions, 'context' | 'signal'>;

export interface CallOptions {
  readonly context: RunContext;
  readonly approver: Approver;
  readonly onEvent: (event: CallEvent) => void;
  readonly signal: AbortSignal;
}

/** Asks the user. Never answers by itself; aborting `signal` resolves as `cancelled`. */
export interface Approver {
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

export interface ApprovalRequest {
  readonly call: RawCall;
  readonly sessionId: string;
  readonly title: string;
  readonly kind: ToolKind;
  /** What it would change, redacted. */
  readonly diffs: readonly FileDiff[];
  /** The state of the files that these were made from; never sent to the user. */
  readonly basis?: string;
  readonly details: ApprovalMeta;
}

export type ApprovalAnswer =
  | { readonly answer: 'allow' }
  /** `timeoutSeconds`: no one answered within this time. */
  | { readonly answer: 'deny'; readonly reason?: string; readonly timeoutSeconds?: number }
  | { readonly answer: 'edit'; readonly args: string }
  | { readonly answer: 'cancelled' }
  | { readonly answer: 'unavailable'; readonly reason: Sentence };
