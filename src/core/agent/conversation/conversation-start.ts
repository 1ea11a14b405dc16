import type { NoticeAction, StopReason } from '../../contracts/chats/acp';
import type { ChatMessage } from '../../contracts/chats/messages';
import type { SnapshotStart } from '../persistence/snapshot-log';
import { CallIds } from './call-ids';
import { MessageHistory } from '../history/message-history';
import type { SpendingState } from '../../contracts/chats/stored-entries';
import type { SetLevels } from '../../contracts/tool-spec';
import type { BackgroundCommands } from '../../ports/terminals';
import type { System } from '../../ports/system';
import type {
  CompactionRegistry,
  Conversations,
  ForkedChats,
  SummaryLog,
} from '../../ports/conversations';
import type { ModelRegistry } from '../../ports/llm';
import type { ChangeChecks } from '../../ports/diagnostics';
import type { PermissionLevel } from '../../contracts/permission-level';
import type { ChatPermissions, ChatTrust } from '../../ports/policy';
import type { Reputation } from '../../ports/reputation';
import type { Runner } from '../../ports/runner';
import type { Workspace, WorkspaceContext } from '../../ports/workspace';

/** Dependencies of the built-in agent; it has no access to keys, addresses or files. */
export interface AgentDeps {
  readonly llms: ModelRegistry;
  readonly runner: Runner;
  /** Background commands; with the next message the model learns which ones ended. */
  readonly background: Pick<BackgroundCommands, 'takeEnded'>;
  /** Where a chat is compressed by the model's own wish. */
  readonly compactions: CompactionRegistry;
  readonly store: AgentStore;
  readonly environment: AgentEnvironment;
  readonly settings: AgentSettings;
  readonly system: System;
}

interface AgentStore {
  readonly conversations: Conversations;
  readonly summaries: SummaryLog;
  readonly reputation: Reputation;
  readonly forks: ForkedChats;
}

interface AgentEnvironment {
  readonly workspace: Pick<Workspace, 'roots'>;
  readonly context: WorkspaceContext;
  /** Operating system, as shown to the model: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly actorId: string;
  readonly tenantId: () => string;
  /** Of `gatehouse.allowedTools`: canonical ids. */
  readonly allowedToolIds: () => readonly string[];
  readonly trust: ChatTrust;
  readonly permission: ChatPermissions;
  readonly checks: ChangeChecks;
}

/** Read at each use, so that a change applies from the next round. */
export interface AgentSettings {
  /** `gatehouse.agent.maxToolIterations` */
  readonly maxIterations: () => number;
  /** `gatehouse.agent.contextBudgetTokens`; 0 = what the model takes. */
  readonly contextBudgetTokens: () => number;
  /** `gatehouse.agent.verifyChanges` */
  readonly verifiesChanges: () => boolean;
  /** `gatehouse.agent.compressModel`; empty = the model of the chat. */
  readonly compressModel: () => string;
  /** `gatehouse.retry.parameterReformatModel`; empty = none. */
  readonly reformatModel: () => string;
  /** `gatehouse.limits.*`; 0 = unlimited, costs in US dollars. */
  readonly limits: () => SpendingLimits;
}

export type SpendingLimits = SpendingState['allowed'];

/** State when the user sent a message, for a fork before it (decision 44). */
export interface Checkpoint {
  readonly snapshot: unknown;
  readonly userRuns: readonly UserRun[];
}

/** A typed call, as the model reads it. */
export interface UserRun {
  readonly toolCallId: string;
  readonly text: string;
}

export interface ConversationStart {
  readonly history: MessageHistory;
  readonly callIds: CallIds;
  readonly userRuns: readonly UserRun[];
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Calls whose results have left the context; a checkpoint may still contain them. */
  readonly forgotten: ReadonlySet<string>;
  readonly trust: SetLevels;
  /** Undefined for a new chat, which begins with that of the settings. */
  readonly permission: PermissionLevel | undefined;
  /** The chats it was forked from, the nearest first. */
  readonly forkOf: readonly string[];
  readonly cwd: string;
  readonly saved?: SavedConversation;
}

export interface RecordStart {
  readonly names: ReadonlyMap<ChatMessage, string>;
  /** The highest number used in an entry's name. */
  readonly lastName: number;
  readonly snapshots: SnapshotStart;
}

export interface SavedConversation extends SavedState {
  readonly record: RecordStart;
  /** How many user messages it shows. */
  readonly messages: number;
  readonly contextSize: number | undefined;
}

export interface SavedState extends TurnEnd {
  readonly model: string | undefined;
  readonly shownNotices: readonly string[];
  readonly spending: SpendingState;
}

export interface TurnEnd {
  /** Set if it can be resumed: after a `limit` only when the user allows more. */
  readonly unfinished: 'limit' | 'other' | undefined;
  /** The action that its last notice offers. */
  readonly offers: NoticeAction | undefined;
}

export interface TurnResult extends Partial<TurnEnd> {
  readonly reason: StopReason;
}

export function emptyStart({ system }: Pick<AgentDeps, 'system'>, cwd: string): ConversationStart {
  return {
    history: new MessageHistory(),
    callIds: new CallIds(system.ids),
    userRuns: [],
    checkpoints: new Map(),
    forgotten: new Set(),
    trust: {},
    permission: undefined,
    forkOf: [],
    cwd,
  };
}

export function checkpointsIn(
  history: MessageHistory,
  checkpoints: ReadonlyMap<string, Checkpoint>,
): ReadonlyMap<string, Checkpoint> {
  const ids = new Set(history.messages().map((each) => each.role === 'user' && each.id));
  return new Map([...checkpoints].filter(([id]) => ids.has(id)));
}
