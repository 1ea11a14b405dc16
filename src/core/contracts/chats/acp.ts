import * as z from 'zod';
import { isObject, type UnknownObject } from '../json';
import type { Sentence } from '../../base/sentence';
import {
  allOptional,
  count,
  dense,
  lenient,
  sentence,
  storedSentence,
  type Data,
} from '../schema-parts';
import type { CompactionReport } from './conversation';
import type { CallOrigin } from '../calls/call';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import type {
  AnswerAhead,
  CallOutcome,
  FileDiff,
  Presentation,
  ToolProgress,
} from '../calls/outcome';
import { judgedPart, ruleObstacles } from '../calls/shell-analysis';
import { webAddress, type WebAddress } from '../calls/web-address';

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
export interface ToolCallMeta
  extends
    Partial<
      Pick<
        CallOutcome,
        | 'decision'
        | 'durationMs'
        | 'failure'
        | 'filter'
        | 'newProblems'
        | 'overflowId'
        | 'repeats'
        | 'rollback'
        | 'warnings'
      >
    >,
    Pick<Presentation, 'background' | 'exitCode' | 'truncated' | 'web'>,
    Pick<ToolProgress, 'retry' | 'waitsForInput'> {
  readonly tool?: string;
  readonly origin?: CallOrigin;
  readonly namesTool?: boolean;
  /** What the call asks, and where the chat met it. */
  readonly addresses?: readonly WebAddress[];
  /** With the status `pending`: answered ahead, and waits for its turn. */
  readonly answered?: AnswerAhead;
  /** Text to append to the live tail; already redacted. */
  readonly tail?: string;
  readonly cancelled?: boolean;
  /** True if a crash cut the call off: it was not stopped on purpose, and its result is unknown. */
  readonly interrupted?: boolean;
  /** The session it ran in, if a fork copied it: its snapshots and outputs belong to that one. */
  readonly session?: string;
}

const leftCodes = [
  ...ruleObstacles,
  'pattern-path',
  'several-files',
  'too-many',
  'no-rule-for-it',
  'evenAfterUntrusted',
  'other',
] as const;

/** A part of a call, or all of it, that no rule of "Always allow" lets pass. */
const leftToAsk = z.object({
  code: z.enum(leftCodes),
  /** The sub-command, redacted; absent for the whole call. */
  text: z.string().exactOptional(),
  /** What asks, where the code alone does not say it. */
  reason: storedSentence.exactOptional(),
});
export type LeftToAsk = Data<typeof leftToAsk>;

/** Data of a permission request in addition to ACP's fields. */
export const approvalMeta = z.object({
  /** Exact text of the command; absent for tools that run none. */
  command: z.string().exactOptional(),
  cwd: z.string().exactOptional(),
  /** Canonical absolute paths the call reads and writes. */
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  /** The addresses that it asks. */
  web: z.array(webAddress).exactOptional(),
  /** What would be gone afterwards. */
  deletes: z.array(z.string()),
  tool: z.string(),
  /** The tool's verb for a question: `edit`. */
  verb: z.string().exactOptional(),
  /** Of a tool that plans its changes: sentences on what the diffs do not show. */
  notes: z.array(storedSentence).exactOptional(),
  /** True if the change could be worked out: diffs and notes show all of it. */
  isPlanned: z.boolean().exactOptional(),
  /** True if a file changed after the user was asked before: this is the new change. */
  isNews: z.boolean().exactOptional(),
  /** Deletions, hazards, protected files: allowed one by one, never by a key. */
  isRisky: z.boolean().exactOptional(),
  reasons: z.array(storedSentence),
  /**
   * True if only the user's rules ask, all of it is shown, and it deletes nothing: the panel may then
   * offer a key for the answer, and answers it together with others (decision 66).
   */
  isRoutine: z.boolean(),
  /** For a command: how each of its sub-commands was judged. */
  parts: z.array(judgedPart).exactOptional(),
  /** Pretty JSON of the arguments, redacted, for the card and for "Edit…". */
  argsJson: z.string(),
  /** What "Always allow" may save, narrowest first; several parts need several rules. */
  alwaysOffers: z.array(z.array(z.object({ tool: z.string(), pattern: z.string() })).min(1)),
  /** What asks again although such rules are saved; with no offer, why there is none. */
  alwaysLeft: z.array(leftToAsk),
  /**
   * The digest of a change of files that may be allowed exactly as it is, for its chat and without a
   * dialog (decision 66).
   */
  exactChange: z.string().exactOptional(),
});
export type ApprovalMeta = Data<typeof approvalMeta>;

/** The host's answer in addition to ACP's option id. */
export interface ApprovalAnswerMeta {
  readonly reason?: string;
  /** Of `reject_once`: no one answered within this time. */
  readonly timeoutSeconds?: number;
  /** New arguments as JSON text: they enter the pipeline as a new call. */
  readonly editedArgs?: string;
}

export const approvalOptions = ['allow_once', 'reject_once', 'edit'] as const;
export type ApprovalOption = (typeof approvalOptions)[number];

export interface PromptMeta {
  readonly model: string;
  /** Id of the message, for later forks. */
  readonly messageId?: string;
  /** Resumes the last turn, without a new message; completed rounds are not repeated. */
  readonly resume?: boolean;
  /** True: the user keyed the whole text in; nothing of it was pasted or inserted (decision 75). */
  readonly isKeyed?: boolean;
}

export interface SessionInfoMeta {
  readonly cost?: number;
  readonly tokens: number;
  readonly messages: number;
  readonly createdAt: number;
  readonly excerpt?: string;
}

export interface LoadSessionMeta {
  readonly model?: string;
}

export interface ListSessionsMeta {
  readonly text?: string;
  readonly limit?: number;
}

/**
 * The action a notice offers: retry the turn, continue past a limit, or have a model without tools
 * call them by fenced blocks (decision 35).
 */
export type NoticeAction = 'retry' | 'continue' | 'fenced';

/** A notice for the user that is not text of the model, in `_meta` of a message chunk. */
export interface NoticeMeta {
  readonly notice: 'info' | 'warning' | 'error';
  /** The text for users; absent where it is in English only. */
  readonly said?: Sentence;
  readonly action?: NoticeAction;
  /** Epoch milliseconds until which the turn waits; the notice counts down and offers Cancel. */
  readonly waitUntil?: number;
  readonly compaction?: CompactionReport;
}

/** Usage that ACP's `usage_update` has no field for: of the whole chat, since its start. */
export interface UsageMeta {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly turnTokens: number;
  /** US dollars; undefined if a model has no price. */
  readonly turnCost?: number;
  /** True if a number is our estimate, because the provider gave none. */
  readonly estimated: boolean;
  /** Tokens of the model's context reserved for the answer: no part of the `size`. */
  readonly reservedTokens?: number;
}

/** What `_meta` holds for us, whatever that is. */
export function gatehouseMeta(meta: unknown): UnknownObject | undefined {
  const ours = isObject(meta) ? meta['gatehouse'] : undefined;
  return isObject(ours) ? ours : undefined;
}

const text = z.string();

/** Our data in `_meta`, by a schema that requires nothing. */
export function parseMeta<S extends z.ZodType>(schema: S, meta: unknown): z.output<S> {
  return schema.parse(gatehouseMeta(meta));
}

/** The part of `ToolCallMeta` and `NoticeMeta` that is read again. */
export const shownMeta = allOptional({
  tool: lenient(text),
  origin: lenient(text),
  tail: text.catch(''),
  notice: lenient(text),
});

export const approvalAnswer = allOptional({
  reason: lenient(text),
  timeoutSeconds: lenient(count),
  editedArgs: lenient(text),
});

/**
 * `_meta` of embedded context: what the agent reads in place of the embedded text, by a call (decision
 * 67). Lines are counted from 1.
 */
export const attachedMeta = allOptional({
  reads: lenient(
    z.union([
      z.literal('problems'),
      /** A resource of an MCP server. */
      z.object({ server: text, uri: text }),
      z.object({
        path: text,
        offset: z.int().min(1).exactOptional(),
        limit: z.int().min(1).exactOptional(),
      }),
    ]),
  ),
});
export type AttachedRead = NonNullable<Data<typeof attachedMeta>['reads']>;

export const promptMeta = allOptional({
  model: text.catch(''),
  messageId: lenient(text),
  resume: z.boolean().catch(false),
  isKeyed: z.boolean().catch(false),
});
export type ReadPromptMeta = Data<typeof promptMeta>;

/** For ACP `session/fork`: the new session gets everything before this message. */
export const forkMeta = allOptional({ beforeMessage: text.catch('') });

export const listMeta = allOptional({ text: text.catch(''), limit: lenient(count) });

const diffMetaSchema = allOptional({
  change: lenient(z.enum(['deleted', 'moved'])),
  from: lenient(text),
  said: lenient(z.array(sentence)),
});

/** The file changes in the content of a tool call; `_meta` holds what their texts do not show. */
export function readDiffs(content: readonly ToolCallContent[]): readonly FileDiff[] {
  return content.flatMap((part) => {
    if (part.type !== 'diff') return [];
    const { path, oldText = null, newText, _meta } = part;
    const { change, from, said } = diffMetaSchema.parse(gatehouseMeta(_meta));
    const moved = change && dense({ change, from });
    return [{ path, oldText, newText, ...moved, ...dense({ said }) }];
  });
}
