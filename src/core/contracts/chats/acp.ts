import type { CompactionReport } from './conversation';
import type { Decision } from '../calls/decision';
import type { Failure } from '../failure';
import type { FilterStats } from '../filter';
import type { RollbackReport } from '../calls/outcome';
import type { JudgedPart } from '../calls/shell-analysis';

/** The ACP v1 types that cross the seam between agent and host (decision acp-seam). */
export type {
  AvailableCommand,
  CancelNotification,
  CloseSessionRequest,
  CloseSessionResponse,
  ContentBlock,
  DeleteSessionRequest,
  DeleteSessionResponse,
  InitializeRequest,
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  PermissionOption,
  PromptRequest,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionInfo,
  SessionNotification,
  SessionUpdate,
  StopReason,
  ToolCall,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';

/** Not stable in ACP yet: a new session that begins with the history of another. */
export type {
  ForkSessionRequest,
  ForkSessionResponse,
  InitializeResponse,
} from '@agentclientprotocol/sdk/unstable';

/** What ACP has no field for travels in `_meta.gatehouse` (decision acp-seam). Plain JSON. */
export interface ToolCallMeta {
  /** Canonical tool id. */
  readonly tool?: string;
  readonly origin?: 'model' | 'user';
  readonly decision?: Decision;
  readonly failure?: Failure;
  readonly exitCode?: number;
  readonly truncated?: boolean;
  readonly durationMs?: number;
  readonly overflowId?: string;
  /** Set when output filters have shortened the text; the whole is in `rawOutput`. */
  readonly filter?: FilterStats;
  /** Id of the earlier call whose output this one repeats. */
  readonly repeats?: string;
  readonly warnings?: readonly string[];
  /** Text to append to the live tail; already redacted. */
  readonly tail?: string;
  readonly cancelled?: boolean;
  /** Handle of the command that runs on in the background. */
  readonly background?: string;
  readonly waitsForInput?: boolean;
  /**
   * Set while the call waits to be tried again: number of the attempt that comes, and of all; null
   * once it is tried.
   */
  readonly retry?: { readonly attempt: number; readonly of: number } | null;
  readonly rollback?: RollbackReport;
  readonly canRollBack?: boolean;
  /**
   * Id of the session it was run in, where that is another: a fork took it over. What is kept of it
   * (copies of files, its whole output) is kept there.
   */
  readonly session?: string;
}

/** A rule that "Always allow" may save; the tool by its short name, as settings have it. */
export interface OfferedRule {
  readonly tool: string;
  readonly pattern: string;
}

/** What a permission request carries beside ACP's fields. */
export interface ApprovalMeta {
  /** Exact text of the command, or undefined for tools that run none. */
  readonly command?: string;
  readonly cwd?: string;
  /** Canonical absolute paths the call reads and writes. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly tool: string;
  readonly reasons: readonly string[];
  /** For a command: how each of its sub-commands was judged. */
  readonly parts?: readonly JudgedPart[];
  /** Pretty JSON of the arguments, redacted, for the card and for "Edit…". */
  readonly argsJson: string;
  /**
   * What "Always allow" may save, narrowest first; a command of several parts needs several rules.
   * Empty: it is not offered.
   */
  readonly alwaysOffers: readonly (readonly OfferedRule[])[];
}

/** How the host answers, beside ACP's option id. */
export interface ApprovalAnswerMeta {
  readonly reason?: string;
  /** New arguments as JSON text: the call re-enters the pipeline as a new one. */
  readonly editedArgs?: string;
}

/** The option ids of a permission request. */
export const approvalOptions = ['allow_once', 'reject_once', 'edit'] as const;
export type ApprovalOption = (typeof approvalOptions)[number];

/** What a prompt carries beside its content. */
export interface PromptMeta {
  /** Id of the chosen model. */
  readonly model: string;
  /** Id of the message, by which a fork names it later. */
  readonly messageId?: string;
  /**
   * True: goes on where the last turn stopped, by failure or at a limit, without a new message;
   * what was completed is not done again.
   */
  readonly resume?: boolean;
}

/** What ACP `session/fork` carries: the new session holds all that stood before this message. */
export interface ForkMeta {
  readonly beforeMessage: string;
}

/** What ACP's `SessionInfo` has no field for. */
export interface SessionInfoMeta {
  readonly cost?: number;
  readonly tokens: number;
  readonly messages: number;
  readonly createdAt: number;
  readonly excerpt?: string;
}

/** What the answer to `session/load` tells beside ACP's fields. */
export interface LoadSessionMeta {
  /** Id of the model that was asked last. */
  readonly model?: string;
}

/** What a `session/list` asks for beside ACP's fields. */
export interface ListSessionsMeta {
  /** Words that title or text must contain. */
  readonly text?: string;
  readonly limit?: number;
}

/** What a notice offers: to try the turn again, or to go on behind a limit. */
export type NoticeAction = 'retry' | 'continue';

/** A notice for the person that is not the model's text, in a message chunk's `_meta`. */
export interface NoticeMeta {
  readonly notice: 'info' | 'warning' | 'error';
  readonly action?: NoticeAction;
  /** Epoch milliseconds until which the turn waits; the notice counts down and offers Cancel. */
  readonly waitUntil?: number;
}

/** Of ACP's `usage_update`: what it has no field for. All of this chat, since its start. */
export interface UsageMeta {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  /** Of the turn that runs or ran last. */
  readonly turnTokens: number;
  /** US dollars; undefined where a model has no price. */
  readonly turnCost?: number;
  /** True while a number is our estimate, because the provider gave none. */
  readonly estimated: boolean;
}

/** Of the notice that tells of a compression. */
export interface CompactionMeta extends NoticeMeta {
  readonly compaction: CompactionReport;
}
