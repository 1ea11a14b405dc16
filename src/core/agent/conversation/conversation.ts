import type { NoticeAction, StopReason } from '../../contracts/chats/acp';
import type { Llm } from '../../ports/llm';
import type { CallIds } from './call-ids';
import type { ContextBudget } from './context-budget';
import type { DoomLoop } from './doom-loop';
import type { MessageHistory } from '../history/message-history';
import type { SpendingState, Spending } from './spending';
import type { RecordStart, ConversationLog } from './conversation-log';
import type { RunContext } from '../../contracts/calls/call';
import type { CallEvent } from '../../contracts/calls/outcome';
import type { Approver } from '../../ports/runner';
import type { WorkspaceFacts } from '../../ports/workspace';
import type { AgentDeps } from './agent-deps';
import type { AcpOutbox } from '../acp/outbox';

/** State when the user sent a message, for a fork before it (decision 44). */
export interface Checkpoint {
  /** For `Runner.restore`. */
  readonly snapshot: unknown;
  /** Typed calls that were sent with it. */
  readonly userRuns: readonly UserRun[];
}

/** A typed call, as the model reads it. */
export interface UserRun {
  readonly toolCallId: string;
  readonly text: string;
}

/** The initial state of a chat. */
export interface ConversationStart {
  readonly history: MessageHistory;
  readonly callIds: CallIds;
  readonly userRuns: readonly UserRun[];
  /** By message id. */
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Calls whose results have left the context; a checkpoint may still contain them. */
  readonly forgotten: ReadonlySet<string>;
  /** Absolute path of its folder. */
  readonly cwd: string;
  /** Set for a stored chat. */
  readonly saved?: SavedConversation;
}

/** The rest of a stored chat. */
export interface SavedConversation {
  readonly record: RecordStart;
  readonly unfinished: TurnResult['unfinished'];
  readonly offers: NoticeAction | undefined;
  readonly model: string | undefined;
  readonly shownNotices: readonly string[];
  readonly spending: SpendingState;
  readonly messages: number;
  readonly contextSize: number | undefined;
}

/** A chat and its mutable state. */
export interface Conversation extends SessionContext {
  readonly id: string;
  readonly cwd: string;
  budget: ContextBudget;
  /** Typed calls that the model reads with the next message. */
  userRuns: readonly UserRun[];
  checkpoints: ReadonlyMap<string, Checkpoint>;
  readonly forgotten: Set<string>;
  /** How the last turn stopped, if it can be resumed. */
  unfinished: TurnResult['unfinished'];
  /** The action that the last turn offered, until it is resumed. */
  offers: TurnResult['offers'];
  /** Watches the rounds of the last message. */
  watch: DoomLoop;
  /** True while a turn runs, and after a crash during one. */
  isWorking: boolean;
  /** The model that was asked last. */
  llm: Llm | undefined;
  /** Id of that model, even if another window asked it. */
  model: string | undefined;
  /** Context size of that model as last reported to the client. */
  readonly contextSize: number | undefined;
  /** How many user messages it shows. */
  messages: number;
  /** One-time notices that this chat has already shown. */
  readonly shownNotices: Set<string>;
}

/** Everything that belongs to one chat. */
export interface SessionContext {
  readonly deps: AgentDeps;
  readonly history: MessageHistory;
  readonly callIds: CallIds;
  readonly outbox: AcpOutbox;
  /** The stored part. */
  readonly record: ConversationLog;
  readonly approver: Approver;
  readonly budget: ContextBudget;
  readonly spending: Spending;
  /** Reports a call to the client. */
  readonly onEvent: (event: CallEvent) => void;
  readonly run: () => RunContext;
  /**
   * Call when results of these calls left the context: a change then needs a new read (decision
   * 44).
   */
  readonly forgetSeen: (toolCallIds: readonly string[]) => void;
  /** Stages what a round changed. */
  readonly saveRound: () => void;
}

/** The running prompt of the user, of any kind. */
export interface PromptContext extends SessionContext {
  readonly signal: AbortSignal;
}

/** The running message of the user. */
export interface TurnContext extends PromptContext {
  /** The workspace when the turn began: the prompt does not change during a turn. */
  readonly facts: WorkspaceFacts;
}

export interface TurnResult {
  readonly reason: StopReason;
  /** Set if it can be resumed: after a `limit` only when the user allows more. */
  readonly unfinished?: 'limit' | 'other';
  /** The action that its last notice offers. */
  readonly offers?: NoticeAction;
}
