import * as z from 'zod';
import { isObject, type UnknownObject } from '../json';
import { allOptional, count, lenient } from '../schema-parts';
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

/** Not stable in ACP yet: forks a session. */
export type {
  ForkSessionRequest,
  ForkSessionResponse,
  InitializeResponse,
} from '@agentclientprotocol/sdk/unstable';

/** Data without a field in ACP, sent in `_meta.gatehouse` (decision acp-seam). Plain JSON. */
export interface ToolCallMeta {
  /** Canonical tool id. */
  readonly tool?: string;
  readonly origin?: 'model' | 'user';
  /** True if the title is only the name of the tool. */
  readonly namesTool?: boolean;
  readonly decision?: Decision;
  readonly failure?: Failure;
  readonly exitCode?: number;
  readonly truncated?: boolean;
  readonly durationMs?: number;
  readonly overflowId?: string;
  /** Set if output filters shortened the text; the whole is in `rawOutput`. */
  readonly filter?: FilterStats;
  /** Id of the earlier call whose output this one repeats. */
  readonly repeats?: string;
  readonly warnings?: readonly string[];
  /** Text to append to the live tail; already redacted. */
  readonly tail?: string;
  readonly cancelled?: boolean;
  /** True if a crash cut the call off: it was not stopped on purpose, and its result is unknown. */
  readonly interrupted?: boolean;
  /** Handle of the command that continues in the background. */
  readonly background?: string;
  readonly waitsForInput?: boolean;
  /**
   * Set while the call waits for a retry: number of the next attempt and of all attempts; null
   * afterwards.
   */
  readonly retry?: { readonly attempt: number; readonly of: number } | null;
  readonly rollback?: RollbackReport;
  /**
   * Id of the session it ran in, if a fork copied it from there. Its snapshots and stored output
   * belong to that session.
   */
  readonly session?: string;
}

/** A rule that "Always allow" may save; the tool by its short name, as settings have it. */
export interface OfferedRule {
  readonly tool: string;
  readonly pattern: string;
}

/** Data of a permission request in addition to ACP's fields. */
export interface ApprovalMeta {
  /** Exact text of the command; undefined for tools that run none. */
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
   * Empty: not offered.
   */
  readonly alwaysOffers: readonly (readonly OfferedRule[])[];
}

/** The host's answer in addition to ACP's option id. */
export interface ApprovalAnswerMeta {
  readonly reason?: string;
  /** New arguments as JSON text: they enter the pipeline as a new call. */
  readonly editedArgs?: string;
}

/** The option ids of a permission request. */
export const approvalOptions = ['allow_once', 'reject_once', 'edit'] as const;
export type ApprovalOption = (typeof approvalOptions)[number];

/** Data of a prompt in addition to its content. */
export interface PromptMeta {
  /** Id of the chosen model. */
  readonly model: string;
  /** Id of the message, for later forks. */
  readonly messageId?: string;
  /**
   * True: resumes the last turn after a failure or a limit, without a new message; completed rounds
   * are not repeated.
   */
  readonly resume?: boolean;
}

/** For ACP `session/fork`: the new session gets everything before this message. */
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

/** Data of the answer to `session/load` in addition to ACP's fields. */
export interface LoadSessionMeta {
  /** Id of the model that was asked last. */
  readonly model?: string;
}

/** Filter of a `session/list` in addition to ACP's fields. */
export interface ListSessionsMeta {
  /** Words that title or text must contain. */
  readonly text?: string;
  readonly limit?: number;
}

/** The action a notice offers: retry the turn, or continue past a limit. */
export type NoticeAction = 'retry' | 'continue';

/** A notice for the user that is not text of the model, in `_meta` of a message chunk. */
export interface NoticeMeta {
  readonly notice: 'info' | 'warning' | 'error';
  readonly action?: NoticeAction;
  /** Epoch milliseconds until which the turn waits; the notice counts down and offers Cancel. */
  readonly waitUntil?: number;
  /** Set on the notice about a compaction. */
  readonly compaction?: CompactionReport;
}

/** Usage that ACP's `usage_update` has no field for: of the whole chat, since its start. */
export interface UsageMeta {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  /** Of the running or last turn. */
  readonly turnTokens: number;
  /** US dollars; undefined if a model has no price. */
  readonly turnCost?: number;
  /** True if a number is our estimate, because the provider gave none. */
  readonly estimated: boolean;
}

/** What `_meta` holds for us, whatever that is. */
export function gatehouseMeta(meta: unknown): UnknownObject | undefined {
  const ours = isObject(meta) ? meta['gatehouse'] : undefined;
  return isObject(ours) ? ours : undefined;
}

const text = z.string();

const shownSchema = allOptional({
  tool: lenient(text),
  origin: lenient(text),
  tail: text.catch(''),
  notice: lenient(text),
});

/** The part of `ToolCallMeta` and `NoticeMeta` that is read again. */
export function parseShownMeta(meta: unknown): z.infer<typeof shownSchema> {
  return shownSchema.parse(gatehouseMeta(meta));
}

const answerSchema = allOptional({ reason: lenient(text), editedArgs: lenient(text) });

/** `ApprovalAnswerMeta` of a response. */
export function parseApprovalAnswer(meta: unknown): z.infer<typeof answerSchema> {
  return answerSchema.parse(gatehouseMeta(meta));
}

const promptSchema = allOptional({
  model: text.catch(''),
  messageId: lenient(text),
  resume: z.boolean().catch(false),
});

/** `PromptMeta` as it was read. */
export type ReadPromptMeta = Readonly<z.infer<typeof promptSchema>>;

/** `PromptMeta` of a request. */
export function parsePromptMeta(meta: unknown): ReadPromptMeta {
  return promptSchema.parse(gatehouseMeta(meta));
}

const forkSchema = allOptional({ beforeMessage: text.catch('') });

/** `ForkMeta` of a request. */
export function parseForkMeta(meta: unknown): ForkMeta {
  return forkSchema.parse(gatehouseMeta(meta));
}

const listSchema = allOptional({ text: text.catch(''), limit: lenient(count) });

/** `ListSessionsMeta` of a request. */
export function parseListMeta(meta: unknown): z.infer<typeof listSchema> {
  return listSchema.parse(gatehouseMeta(meta));
}
